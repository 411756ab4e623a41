import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './card-table.module.css'

export interface CardTableColumn {
  key: string
  label: string
  /** Stands at the end of its column. */
  isNumber?: boolean
  /** Holds what can be done with a row: it names itself, so that a card does not name it again. */
  isAction?: boolean
}

export interface CardTableRow {
  key: string
  /** What the row is about. */
  name: ReactNode
  /** A value for each column. */
  cells: readonly ReactNode[]
  /** The row that the page is about. */
  isCurrent?: boolean
}

export interface CardTableProps {
  /** What the rows are about: the head of the first column. */
  head: string
  columns: readonly CardTableColumn[]
  rows: readonly CardTableRow[]
  /** Says what the table is, where nothing in it can be focused: it is scrolled by the keyboard then. */
  label?: string
  className?: string
}

/** A table of a few rows, which in a narrow column are cards: a name, then each value with what it is. */
export function CardTable({ head, columns, rows, label, className }: CardTableProps) {
  const scrolls = label === undefined ? {} : { role: 'group', 'aria-label': label, tabIndex: 0 }
  return (
    <div className={styles.scroller} {...scrolls}>
      <table className={classNames(styles.table, className)}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={column.isNumber ? styles.number : undefined}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className={row.isCurrent ? styles.current : undefined}>
              <th scope="row">{row.name}</th>
              {columns.map((column, index) => (
                <td
                  key={column.key}
                  className={column.isNumber ? styles.number : undefined}
                  data-label={column.isAction ? undefined : column.label}
                >
                  {row.cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
