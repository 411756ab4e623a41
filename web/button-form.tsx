import { Button, type ButtonProps } from '#shui/button/button.tsx'
import { PageForm, type DocumentForm } from '#web/page-form.tsx'

interface ButtonFormProps extends Omit<ButtonProps, 'type'> {
  /** Where it is sent; this page by default. */
  action?: string
  fields?: Readonly<Record<string, string | number>>
  as?: typeof PageForm | typeof DocumentForm
}

export function ButtonForm({ action, fields = {}, as: Form = PageForm, ...button }: ButtonFormProps) {
  return (
    <Form action={action}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" {...button} />
    </Form>
  )
}
