import type { ReactNode } from 'react'
import { Button } from '#shui/button/button.tsx'
import { Input } from '#shui/form/controls.tsx'
import { PageForm } from '#web/page-form.tsx'
import { useSending } from '#web/use-sending.ts'
import styles from './cell-corrections.module.css'
import type { CorrectedCell } from './corrected-cells.ts'

export function ProblemCells({ text, cells }: { text: string; cells: readonly CorrectedCell[] }) {
  return (
    <>
      {text}
      {cells.map(({ field, label, value }) => (
        <span key={field} className={styles.cell}>
          <input type="hidden" name={`was.${field}`} value={value} />
          <Input
            key={value}
            name={`cell.${field}`}
            aria-label={label}
            defaultValue={value}
            autoComplete="off"
            spellCheck={false}
            type="text"
          />
        </span>
      ))}
    </>
  )
}

interface CorrectionFormProps {
  /** Field and value that name the file. */
  file: { field: string; id: string }
  again: string
  isNeeded: boolean
  children: ReactNode
}

/** Form around rows whose cells can be corrected; only the rows if there are none. */
export function CorrectionForm({ file, again, isNeeded, children }: CorrectionFormProps) {
  const isSending = useSending()
  if (!isNeeded) return children
  return (
    <PageForm>
      <input type="hidden" name={file.field} value={file.id} />
      {children}
      <p className={styles.again}>
        <Button type="submit" name="step" value="correct" disabled={isSending}>
          {again}
        </Button>
      </p>
    </PageForm>
  )
}
