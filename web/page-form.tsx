import type { ComponentProps } from 'react'
import { Form } from '#web/router/router.ts'

/** A form without route discovery: this page or one behind its links handles it. */
export function PageForm(props: ComponentProps<typeof Form>) {
  return <Form discover="none" {...props} />
}
