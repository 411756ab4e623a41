import { useTexts } from '#texts/context.tsx'
import type { ScanLine } from './count-station.ts'
import type { CountedModel } from './count-view.ts'
import styles from './stock-count.module.css'

interface LastScansProps {
  lines: readonly ScanLine[]
  items: readonly CountedModel[]
  isBlind: boolean
}

const isWrong = ({ state }: ScanLine) => state === 'unknown' || state === 'full'

/** The last scan, to be read from afar, and a line for each one before. */
export function LastScans({ lines: [last, ...before], items, isBlind }: LastScansProps) {
  const { t } = useTexts()
  if (!last) return null
  const itemOf = ({ number }: ScanLine) => items.find((item) => item.number === number) ?? null
  const item = itemOf(last)
  const said = t('inventory.count.scanned', { state: last.state })
  return (
    <div className={styles.scans}>
      <div role="alert" className={styles.last} data-state={isWrong(last) ? 'wrong' : last.state}>
        {item && !isWrong(last) ? (
          <>
            <p className={styles.title} dir="auto">
              {item.title}
            </p>
            <p className={styles.sofar}>
              {t('inventory.count.soFar', { n: item.counted, expected: item.expected, isBlind: String(isBlind) })}
            </p>
            <p>{[item.bin, item.sku, said].filter(Boolean).join(' · ')}</p>
          </>
        ) : (
          <>
            <p className={styles.title}>
              <bdi>{last.code}</bdi>
            </p>
            <p>{said}</p>
          </>
        )}
      </div>
      <ol className={styles.lines}>
        {before.map((line) => (
          <li key={line.id} data-state={isWrong(line) ? 'wrong' : line.state}>
            <bdi>{itemOf(line)?.sku ?? line.code}</bdi>
            <span>{t('inventory.count.scanned', { state: line.state })}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
