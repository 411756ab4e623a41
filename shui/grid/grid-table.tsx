import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { memo, useEffect, useMemo, useRef, type ChangeEvent, type MouseEvent as ReactMouseEvent } from 'react'
import { classNames } from '../class-names.ts'
import { useShui } from '../context.tsx'
import { Icon } from '../icon/icon.tsx'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import { columnWidths, stepFor, type SizedColumn } from './column-widths.ts'
import { cellContent, isPlainWords } from './grid-cell.tsx'
import { GridLink, useGrid } from './grid-context.tsx'
import { headingsId, rowsId } from './grid-ids.ts'
import type { GridColumn, GridModel, GridRow } from './grid-model.ts'
import styles from './grid-table.module.css'

export interface GridTableProps {
  model: GridModel
  selectable: boolean
  /** Selected in the server's HTML. */
  isSelected: (key: string) => boolean
  onSelect: (event: ChangeEvent<HTMLInputElement>) => void
  onSelectClick: (event: ReactMouseEvent<HTMLInputElement>) => void
}

// Explicit roles, because browsers drop them when `display` changes.
const as = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
} as const

/** The rows. Below 700 px the same elements become cards. */
export function GridTable({ model, selectable, isSelected, onSelect, onSelectClick }: GridTableProps) {
  const { say } = useGrid()
  const { columns, columnsChosen, rows } = model
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = scroller.current
    box?.addEventListener('mouseover', showWhole)
    box?.addEventListener('click', openRow)
    return () => {
      box?.removeEventListener('mouseover', showWhole)
      box?.removeEventListener('click', openRow)
    }
  }, [])
  const classes = useMemo(() => columnClasses(columns, columnsChosen === true), [columns, columnsChosen])
  const widths = useMemo(() => columnWidths(columns, rows), [columns, rows])
  return (
    <div
      ref={scroller}
      id={rowsId}
      tabIndex={-1}
      className={styles.scroller}
      {...roomFor(widths, columnsChosen === true)}
    >
      <table {...as.table} aria-label={model.title} className={styles.table}>
        <thead {...as.rowgroup} id={headingsId}>
          <tr {...as.row}>
            {selectable ? (
              <th {...as.columnheader} className={styles.check}>
                <label>
                  <input type="checkbox" data-page="" aria-label={say('selectPage')} onChange={onSelect} />
                </label>
              </th>
            ) : null}
            {widths.map((width, index) => (
              <HeaderCell key={width.column.id} width={width} className={classes[index]} />
            ))}
          </tr>
        </thead>
        {/* One listener for all rows; boxes hold their own state, so that selecting rerenders nothing. */}
        <tbody {...as.rowgroup}>
          {rows.map((row) => (
            <Row
              key={row.key}
              {...{ row, columns, classes, selectable, onSelect, onSelectClick }}
              selected={isSelected(row.key)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function HeaderCell({ width, className }: { width: SizedColumn; className: string | undefined }) {
  const { room, yields } = width
  const { label, sort } = width.column
  const cell = {
    ...as.columnheader,
    scope: 'col',
    className: classNames(className, yields && styles[yields]),
    'data-room': room ?? undefined,
  }
  if (!sort) return <th {...cell}>{label}</th>
  const arrow = sort.state === 'descending' ? ArrowDown : ArrowUp
  return (
    <th {...cell} aria-sort={sort.state ?? undefined}>
      <GridLink href={sort.href} move="page" className={styles.sort}>
        {label}
        <Icon as={arrow} size={12} className={sort.state ? styles.sorted : styles.unsorted} />
      </GridLink>
    </th>
  )
}

type RowProps = Pick<GridTableProps, 'selectable' | 'onSelect' | 'onSelectClick'> & {
  row: GridRow
  columns: readonly GridColumn[]
  classes: readonly string[]
  selected: boolean
}

const Row = memo(function Row({ row, columns, classes, selectable, selected, onSelect, onSelectClick }: RowProps) {
  const { say } = useGrid()
  const { Link } = useShui()
  return (
    <tr
      {...as.row}
      data-urgent={row.urgent ? '' : undefined}
      data-mark={row.mark}
      title={row.mark && say(`${row.mark}Row`)}
    >
      {selectable ? (
        <td {...as.cell} className={styles.check}>
          <label>
            <input
              type="checkbox"
              name="keys"
              value={row.key}
              defaultChecked={selected}
              aria-label={say('selectRow', { row: row.title })}
              onChange={onSelect}
              onClick={onSelectClick}
            />
          </label>
        </td>
      ) : null}
      {columns.map((column, index) => {
        if (!column.isKey) return cellOf(column, row, classes[index])
        return (
          <th key={column.id} {...as.rowheader} scope="row" className={classes[index]}>
            <Link href={row.href}>{cellContent(row.cells[column.id], column, row)}</Link>
            {row.mark ? <VisuallyHidden> ({say(`${row.mark}Row`)})</VisuallyHidden> : null}
          </th>
        )
      })}
    </tr>
  )
})

function cellOf(column: GridColumn, row: GridRow, className: string | undefined) {
  const cell = row.cells[column.id]
  return (
    <td
      key={column.id}
      {...as.cell}
      className={className}
      dir={isPlainWords(cell, column) ? 'auto' : undefined}
      data-label={column.card === 'line' ? column.label : undefined}
    >
      {cellContent(cell, column, row)}
    </td>
  )
}

/** Class names per column. */
function columnClasses(columns: readonly GridColumn[], chosen: boolean): string[] {
  return columns.map((column) =>
    classNames(
      column.isKey && styles.key,
      column.align === 'end' && styles.end,
      column.width && styles[column.width],
      priorityOf(column, chosen) === 3 && styles.third,
      priorityOf(column, chosen) === 2 && styles.secondary,
      column.card ? styles[placeClass[column.card]] : styles.offCard,
    ),
  )
}

/** Columns that the user chose are never hidden. */
const priorityOf = ({ priority = 1 }: GridColumn, chosen: boolean) => (chosen ? 1 : priority)

const placeClass = {
  lead: 'lead',
  amount: 'amount',
  title: 'title',
  count: 'count',
  party: 'party',
  key: 'onKey',
  line: 'line',
}

/** Least width in rem of a `wide` column beside others that never hide, that the user chose, and of each priority. */
const names = { least: 5.75, chosen: 12.5, second: 11.5, third: 13 }

/**
 * Steps of the page's width up to which columns of low priority are hidden, or rows scroll sideways and their header
 * cannot stick.
 */
function roomFor(widths: readonly SizedColumn[], chosen: boolean) {
  const stepUpTo = (priority: number, name: number) =>
    stepFor(
      widths.filter(({ column }) => priorityOf(column, chosen) <= priority),
      name,
    )
  return {
    'data-scrolls': stepUpTo(1, chosen ? names.chosen : names.least),
    'data-two': stepUpTo(2, names.second),
    'data-all': stepUpTo(3, names.third),
  }
}

/** Shows truncated titles in full as tooltip. */
function showWhole({ target }: Event) {
  if (target instanceof HTMLElement && target.scrollWidth > target.clientWidth) target.title = target.textContent ?? ''
}

const interactive = 'a, button, input, label, [popover], [data-edit]'

/** A click on a row opens it, beside its box selects it; selecting text does nothing. */
function openRow(event: Event) {
  const { target } = event
  if (!(target instanceof HTMLElement) || !(event instanceof MouseEvent) || target.closest(interactive)) return
  const row = target.closest('tbody tr')
  if (!row || document.getSelection()?.isCollapsed === false) return
  const box = target.closest('td')?.querySelector<HTMLElement>('input[name=keys]')
  if (box) return box.click()
  const { ctrlKey, metaKey, shiftKey } = event
  row
    .querySelector('th a')
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }))
}
