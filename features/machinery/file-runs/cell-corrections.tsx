import type { ReactNode } from 'react'
import { Button } from '#shui/button/button.tsx'
import { Input } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { SrtField } from '#web/srt-field.tsx'
import { useSending } from '#web/use-sending.ts'
import type { CorrectedCell } from './corrected-cells.ts'

/** The problems of a row, with fields for their cells. */
export function ProblemCells({ text, cells }: { text: string; cells: readonly CorrectedCell[] }) {
  return (
    <>
      {text}
      {cells.map(({ line, at, label, value }) => (
        <span key={at}>
          <input type="hidden" name={`was.${line}.${at}`} value={value} />
          <Input
            key={value}
            name={`cell.${line}.${at}`}
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

/** Form around rows whose cells can be corrected; only the rows if there are none. */
export function CorrectionForm({ file, isNeeded, children }: { file: string; isNeeded: boolean; children: ReactNode }) {
  const { t } = useTexts()
  const isSending = useSending()
  if (!isNeeded) return children
  return (
    <PageForm method="post">
      <SrtField />
      <input type="hidden" name="file" value={file} />
      {children}
      <p>
        <Button type="submit" name="step" value="correct" disabled={isSending}>
          {t('uploads.again')}
        </Button>
      </p>
    </PageForm>
  )
}
