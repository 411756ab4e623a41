import Upload from 'lucide-react/icons/upload'
import type { ReactNode } from 'react'
import { Button } from '#shui/button/button.tsx'
import { TextAreaField } from '#shui/form/controls.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { useSending } from '#web/use-sending.ts'
import { FileField } from './file-field.tsx'
import type { FileChoice } from './sent-file.ts'
import styles from './uploads.module.css'

interface UploadFormProps {
  head: { title: string; note: string }
  /** What is said above the fields. */
  rule?: string
  file: { label: string; hint: string; isOfSeveral?: boolean }
  paste?: { label: string; hint?: string }
  submit: { step: string; text: string; isSecondary?: boolean }
  refused?: { error: string; pasted: string; choices: readonly FileChoice[] } | undefined
  refusedFiles?: readonly { name: string; text: string }[]
  children?: ReactNode
}

export function UploadForm(props: UploadFormProps) {
  const { head, rule, file, paste, submit, refused, refusedFiles = [], children } = props
  const isSending = useSending()
  return (
    <>
      <PageHead title={head.title} note={head.note} />
      <PageForm encType="multipart/form-data" className={styles.form}>
        {rule ? <p>{rule}</p> : null}
        <FileField {...file} error={refused?.error} choices={refused?.choices} />
        {paste ? (
          <TextAreaField {...paste} name="pasted" rows={6} defaultValue={refused?.pasted ?? ''} spellCheck={false} />
        ) : null}
        {refusedFiles.length > 0 ? (
          <ul role="alert" className={styles.need}>
            {refusedFiles.map(({ name, text }) => (
              <li key={name}>
                <b dir="auto">{name}</b> {text}
              </li>
            ))}
          </ul>
        ) : null}
        <p>
          <Button
            type="submit"
            name="step"
            value={submit.step}
            kind={submit.isSecondary ? 'secondary' : 'primary'}
            icon={Upload}
            disabled={isSending}
          >
            {submit.text}
          </Button>
        </p>
      </PageForm>
      {children}
    </>
  )
}
