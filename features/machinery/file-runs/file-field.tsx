import { SelectField, TextField } from '#shui/form/controls.tsx'
import type { SheetChoice } from './sent-file.ts'

interface FileFieldProps {
  label: string
  hint?: string
  error?: string | undefined
  /** The sheets of the workbook that was sent. */
  sheets?: SheetChoice | null | undefined
  /** Whether several files may be chosen. */
  isOfSeveral?: boolean
}

/** Field for a file of rows: text with separators, or a workbook, of which a sheet is chosen. */
export function FileField({ label, hint, error, sheets = null, isOfSeveral = false }: FileFieldProps) {
  return (
    <>
      <TextField
        label={label}
        hint={hint}
        id="file"
        name="file"
        type="file"
        multiple={isOfSeveral}
        required={isOfSeveral}
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        error={error}
      />
      {sheets ? (
        <SelectField
          label={sheets.label}
          id="sheet"
          name="sheet"
          options={sheets.names.map((name) => ({ value: name, label: name }))}
        />
      ) : null}
    </>
  )
}
