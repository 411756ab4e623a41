import { TextField } from '#shui/form/controls.tsx'

interface FileFieldProps {
  label: string
  hint: string
}

export const FileField = ({ label, hint }: FileFieldProps) => (
  <TextField
    label={label}
    hint={hint}
    id="upload"
    name="file"
    type="file"
    multiple
    accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
  />
)
