import type { ComponentProps } from 'react'
import { useShui } from '#shui/context.tsx'
import { Form } from '#web/router/router.ts'

/** A form without route discovery: this page or one behind its links handles it. */
export function PageForm({ method = 'post', children, ...props }: ComponentProps<typeof Form>) {
  return (
    <Form discover="none" method={method} {...props}>
      {method === 'post' ? <SrtField /> : null}
      {children}
    </Form>
  )
}

/** A form that the browser sends by itself, and whose answer is a new document. */
export function DocumentForm({ children, ...props }: Omit<ComponentProps<'form'>, 'method'>) {
  return (
    <form method="post" {...props}>
      <SrtField />
      {children}
    </form>
  )
}

/** Hidden field with the anti-forgery token, first so that the server checks it before it reads files. */
function SrtField() {
  return <input type="hidden" name="srt" value={useShui().token ?? ''} />
}
