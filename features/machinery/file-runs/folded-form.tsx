import type { ReactNode } from 'react'
import { Button } from '#shui/button/button.tsx'
import { PageForm } from '#web/page-form.tsx'
import { useSending } from '#web/use-sending.ts'
import styles from './uploads.module.css'

interface FoldedProps {
  title: string
  hint: string
  isOpen: boolean
  need?: string | null
  children?: ReactNode
}

/** A section about how a file is read, folded unless something is missing. */
export const Folded = ({ title, hint, isOpen, need = null, children }: FoldedProps) => (
  <details className={styles.folded} open={isOpen}>
    <summary>
      <b>{title}</b> <span className={styles.quiet}>{hint}</span>
    </summary>
    {need ? (
      <p role="alert" className={styles.need}>
        {need}
      </p>
    ) : null}
    {children}
  </details>
)

export interface FoldedFormProps extends FoldedProps {
  /** Field and value that name the file. */
  file: { field: string; id: string }
  above?: ReactNode
  steps: readonly { value: string; text: string; kind?: 'primary' | 'secondary' | 'quiet' }[]
}

export function FoldedForm({ file, above, steps, children, ...folded }: FoldedFormProps) {
  const isSending = useSending()
  return (
    <Folded {...folded}>
      {above}
      <PageForm>
        <input type="hidden" name={file.field} value={file.id} />
        {children}
        <p className={styles.again}>
          {steps.map(({ value, text, kind = 'secondary' }) => (
            <Button key={value} type="submit" name="step" value={value} kind={kind} disabled={isSending}>
              {text}
            </Button>
          ))}
        </p>
      </PageForm>
    </Folded>
  )
}
