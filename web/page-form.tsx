import type { ComponentProps } from 'react'
import { Form } from 'react-router'

/** A form of a page. Its address is not discovered ahead: the page itself or one behind its links answers it. */
export function PageForm(props: ComponentProps<typeof Form>) {
  return <Form discover="none" {...props} />
}
