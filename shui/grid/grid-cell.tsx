import { Status } from '../status/status.tsx'
import { Text } from '../text/text.tsx'
import type { TextInput } from '../text/text-model.ts'
import styles from './grid-table.module.css'
import type { GridCell } from './grid-model.ts'

/** What stands in a cell. Words of unknown language find their own direction. */
export function GridCellContent({ cell }: { cell: GridCell | undefined }) {
  if (cell === null || cell === undefined) return null
  if (typeof cell === 'string' || !('kind' in cell)) return <Words text={cell} />
  switch (cell.kind) {
    case 'two-line':
      return cell.image === undefined ? (
        <Lines main={cell.main} second={cell.second} />
      ) : (
        <span className={styles.pictured}>
          <Picture url={cell.image} />
          <Lines main={cell.main} second={cell.second} />
        </span>
      )
    case 'status':
      return (
        <>
          <Status tone={cell.tone} text={cell.text} />
          {cell.second ? <Second text={cell.second} /> : null}
        </>
      )
    case 'money':
      return (
        <>
          {cell.text}
          {cell.second ? <Second text={cell.second} /> : null}
        </>
      )
    case 'time':
      return <time dateTime={cell.dateTime}>{cell.text}</time>
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

function Words({ text }: { text: TextInput }) {
  return (
    <span dir="auto" className={styles.words}>
      <Text text={text} />
    </span>
  )
}

function Lines({ main, second }: { main: TextInput; second?: TextInput | null }) {
  return (
    <span className={styles.lines}>
      <Words text={main} />
      {second ? <Second text={second} /> : null}
    </span>
  )
}

function Second({ text }: { text: TextInput }) {
  return (
    <span dir="auto" className={styles.second}>
      <Text text={text} />
    </span>
  )
}

/** A picture is decoration beside its title. */
function Picture({ url }: { url: string | null }) {
  if (url === null) return <span className={styles.picture} />
  return <img src={url} alt="" width={32} height={32} loading="lazy" decoding="async" className={styles.picture} />
}
