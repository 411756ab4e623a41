import { Select, type SelectOption } from '#shui/form/controls.tsx'
import { FoldedForm, type FoldedFormProps } from './folded-form.tsx'
import styles from './uploads.module.css'
import { useState, type ChangeEvent } from 'react'

/** A column of a file, or a word in it: its meaning, and what it holds. */
export interface ColumnModel {
  name: string
  field: string
  kind: string
  /** What is to be said of it, such as why it is not used. */
  note: string | null
  samples: readonly string[]
}

interface ColumnListProps {
  columns: readonly ColumnModel[]
  kinds: SelectOption[]
  labelOf: (column: string) => string
}

export function ColumnList({ columns, kinds, labelOf }: ColumnListProps) {
  return (
    <ul className={styles.list}>
      {columns.map((column) => (
        <Column key={column.field} column={column} kinds={kinds} labelOf={labelOf} />
      ))}
    </ul>
  )
}

function Column({
  column: { name, field, kind, note, samples },
  kinds,
  labelOf,
}: Omit<ColumnListProps, 'columns'> & { column: ColumnModel }) {
  const choice = useSavedChoice(kind)
  return (
    <li>
      <Select {...choice} name={field} aria-label={labelOf(name)} options={kinds} />
      <p dir="auto">{name}</p>
      {note ? <p>{note}</p> : null}
      <p className={styles.quiet} dir="auto">
        {samples.join(' · ')}
      </p>
    </li>
  )
}

/** The meaning of each column, to be changed; open if the file cannot be read without. */
export const ColumnsSection = ({
  columns,
  kinds,
  labelOf,
  children,
  need,
  ...form
}: Omit<FoldedFormProps, 'isOpen' | 'need'> & ColumnListProps & { need: string | null }) => (
  <FoldedForm {...form} need={need} isOpen={need !== null}>
    <ColumnList columns={columns} kinds={kinds} labelOf={labelOf} />
    {children}
  </FoldedForm>
)

/** State of a select that follows the saved value and keeps the focus. */
function useSavedChoice(saved: string) {
  const [state, setState] = useState({ saved, value: saved })
  if (state.saved !== saved) setState({ saved, value: saved })
  const onChange = ({ target }: ChangeEvent<HTMLSelectElement>) => setState({ saved, value: target.value })
  return { value: state.saved === saved ? state.value : saved, onChange }
}
