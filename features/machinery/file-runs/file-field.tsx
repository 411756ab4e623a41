import { SelectField, TextField } from '#shui/form/controls.tsx'
import type { FileChoice } from './sent-file.ts'

interface FileFieldProps {
  label: string
  hint?: string
  error?: string | undefined
  choices?: readonly FileChoice[] | undefined
  isOfSeveral?: boolean
}

export function FileField({ label, hint, error, choices = [], isOfSeveral = false }: FileFieldProps) {
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
      {choices.map(({ name, label: text, value, options }) => (
        <SelectField key={name} id={name} name={name} label={text} defaultValue={value} options={options} />
      ))}
    </>
  )
}
