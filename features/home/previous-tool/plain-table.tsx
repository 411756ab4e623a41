import type { ReactNode } from 'react'
import { pairs } from '#lib/pairs.ts'
import styles from './plain-table.module.css'

export interface PlainRow {
  id: string
  /** In column order; the first names the row. */
  cells: ReactNode[]
}

interface PlainTableProps {
  label: string
  columns: { label: string; figures?: boolean; hasForm?: boolean }[]
  rows: PlainRow[]
  totals?: PlainRow[]
  /** A few short columns, which stay a table on a phone. */
  narrow?: boolean
}

/** A plain table; on a phone each row becomes a block with labelled cells. */
export function PlainTable({ label, columns, rows, totals = [], narrow = false }: PlainTableProps) {
  const drawn = ({ id, cells }: PlainRow) => (
    <tr key={id}>
      {pairs(cells, columns).map(([cell, column], index) => {
        const look = { className: column.figures ? styles.figures : undefined, 'data-label': column.label }
        return index === 0 ? (
          <th key={column.label} scope="row" {...look}>
            {cell}
          </th>
        ) : (
          <td key={column.label} {...look} data-form={column.hasForm || undefined}>
            {cell}
          </td>
        )
      })}
    </tr>
  )
  return (
    <table className={styles.table} aria-label={label} data-narrow={narrow || undefined}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.label} scope="col" className={column.figures ? styles.figures : undefined}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{rows.map(drawn)}</tbody>
      {totals.length > 0 ? <tfoot>{totals.map(drawn)}</tfoot> : null}
    </table>
  )
}
