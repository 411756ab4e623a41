import { isValidElement, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { isObject, isString, listOf, optional, shape } from '../model-shape.ts'
import { useModel, useModels } from '../use-model.ts'
import styles from './card-table.module.css'

export interface CardTableColumn {
  key: string
  label: string
  /** Right-aligned. */
  isNumber?: boolean
  /** Wraps, so that the columns after it stay in sight. */
  isWords?: boolean
  /** Holds row actions, which need no label on cards. */
  isAction?: boolean
}

export interface CardTableRow {
  key: string
  name: ReactNode
  cells: readonly ReactNode[]
  isCurrent?: boolean
}

export interface CardTableProps {
  /** Header of the first column. */
  head: string
  columns: readonly CardTableColumn[]
  rows: readonly CardTableRow[]
  foot?: CardTableRow | undefined
  /** Accessible name of a table without focusable content, which must be scrollable by keyboard. */
  label?: string
  className?: string
}

const isColumn = shape({ key: isString, label: isString })

/** Promises of nodes and iterables are not looked into; a plain object is data, not a node. */
const isNode = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isNode) : !isObject(value) || isValidElement(value) || !isPlain(value)
const isPlain = (value: object) => Object.getPrototypeOf(value) === Object.prototype
const isRow = shape({ key: isString, name: isNode, cells: listOf(isNode) })
const isFoot = optional(isRow)

/** A small table that becomes labelled cards in a narrow column. */
export function CardTable({ label, className, ...given }: CardTableProps) {
  const head = useModel('shui-card-table', isString, given.head)
  const columns = useModels('shui-card-table', isColumn, given.columns)
  const rows = useModels('shui-card-table', isRow, given.rows)
  const foot = useModel('shui-card-table', isFoot, given.foot)
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
            <Row key={row.key} row={row} columns={columns} />
          ))}
        </tbody>
        {foot ? (
          <tfoot>
            <Row row={foot} columns={columns} />
          </tfoot>
        ) : null}
      </table>
    </div>
  )
}

function Row({ row, columns }: { row: CardTableRow; columns: readonly CardTableColumn[] }) {
  return (
    <tr className={row.isCurrent ? styles.current : undefined}>
      <th scope="row">{row.name}</th>
      {columns.map((column, index) => (
        <td
          key={column.key}
          className={classNames(column.isNumber && styles.number, column.isWords && styles.words) || undefined}
          data-label={column.isAction ? undefined : column.label}
        >
          {row.cells[index]}
        </td>
      ))}
    </tr>
  )
}
