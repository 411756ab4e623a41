import type { ReactNode } from 'react'
import { Status } from '../status/status.tsx'
import { Text } from '../text/text.tsx'
import type { TextInput } from '../text/text-model.ts'
import styles from './grid-table.module.css'
import { EditCell } from './grid-edit-cell.tsx'
import type { GridCell, GridColumn, GridRow } from './grid-model.ts'

/**
 * Content of a cell. A function, not a component: a page has two thousand cells. Plain text is returned as is; the cell
 * sets its direction.
 */
export function cellContent(cell: GridCell | undefined, column: GridColumn, row: GridRow): ReactNode {
  if (cell === null || cell === undefined) return null
  if (typeof cell === 'string') return cell
  if (!('kind' in cell)) return words(cell)
  switch (cell.kind) {
    case 'two-line':
      return cell.image === undefined ? (
        lines(cell.main, cell.second)
      ) : (
        <span className={styles.pictured}>
          {picture(cell.image)}
          {lines(cell.main, cell.second)}
        </span>
      )
    case 'status':
      return cell.second ? (
        <>
          <Status tone={cell.tone} text={cell.text} />
          {second(cell.second)}
        </>
      ) : (
        <Status tone={cell.tone} text={cell.text} />
      )
    case 'money':
      return cell.second ? [cell.text, second(cell.second)] : cell.text
    case 'time':
      return <time dateTime={cell.dateTime}>{cell.text}</time>
    case 'edit':
      return <EditCell {...{ cell, column, row }} />
    case 'tags':
      return (
        <span className={styles.tags}>
          {cell.texts.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </span>
      )
  }
}

/** Whether a cell is plain text of unknown language, which needs automatic direction; figures do not. */
export function isPlainWords(cell: GridCell | undefined, { align }: GridColumn): boolean {
  return typeof cell === 'string' && align !== 'end'
}

const plain = (text: TextInput) => (typeof text === 'string' ? text : <Text text={text} />)

function words(text: TextInput): ReactNode {
  return (
    <span dir="auto" className={styles.words}>
      {plain(text)}
    </span>
  )
}

function lines(main: TextInput, under: TextInput | null | undefined): ReactNode {
  return (
    <span className={styles.lines}>
      {words(main)}
      {under ? second(under) : null}
    </span>
  )
}

function second(text: TextInput): ReactNode {
  return (
    <span key="second" dir="auto" className={styles.second}>
      {plain(text)}
    </span>
  )
}

/** Decorative, beside its title. */
function picture(url: string | null): ReactNode {
  if (url === null) return <span className={styles.picture} />
  return <img src={url} alt="" width={32} height={32} loading="lazy" decoding="async" className={styles.picture} />
}
