import X from 'lucide-react/icons/x'
import { TextField } from '#shui/form/controls.tsx'
import { Icon } from '#shui/icon/icon.tsx'
import { useTexts } from '#texts/context.tsx'
import styles from './bulk-items.module.css'
import type { BulkItem, BulkModel } from './bulk-model.server.ts'
import type { PartAnswer } from './bulk-model.ts'

export interface BulkItemsProps {
  items: readonly BulkItem[]
  more: number
  /** URL of the list without one of them; null if none can be left out. */
  leaveOutHref?: ((key: string) => string) | null
  onLeaveOut?: (key: string) => void
}

/** Listings that a step will affect, with picture, title and price; others are listed separately with the reason. */
export function BulkItems({ items, more, leaveOutHref = null, onLeaveOut }: BulkItemsProps) {
  const { t } = useTexts()
  return (
    <ul className={styles.items} aria-label={t('listings.bulk.listed')}>
      {items.map(({ key, title, price, image, refusal }) => {
        const label = t('listings.bulk.leaveOut', { title })
        return (
          <li key={key} data-skipped={refusal === null ? undefined : ''}>
            {image ? (
              <img src={image} alt="" width={32} height={32} className={styles.picture} />
            ) : (
              <span className={styles.picture} />
            )}
            <span className={styles.text}>
              <span dir="auto">{title}</span>
              {refusal === null ? null : <span className={styles.refusal}>{refusal}</span>}
            </span>
            <span className={styles.price}>{price}</span>
            {onLeaveOut ? (
              <button
                type="button"
                className={styles.leave}
                aria-label={label}
                title={label}
                onClick={() => onLeaveOut(key)}
              >
                <Icon as={X} size={14} />
              </button>
            ) : leaveOutHref ? (
              <a href={leaveOutHref(key)} className={styles.leave} aria-label={label} title={label}>
                <Icon as={X} size={14} />
              </a>
            ) : null}
          </li>
        )
      })}
      {more > 0 ? <li className={styles.more}>{t('listings.bulk.andMore', { n: more })}</li> : null}
    </ul>
  )
}

export function BulkStart({
  zone,
  error,
  start = null,
}: {
  zone: BulkModel['asksStart']
  error: string | null
  start?: PartAnswer['start']
}) {
  const { t } = useTexts()
  if (zone === null) return null
  return (
    <div className={styles.start}>
      <TextField
        label={t('listings.bulk.startDate')}
        hint={zone}
        type="date"
        name="startDate"
        defaultValue={start?.date}
        required
        error={error}
      />
      <TextField label={t('listings.bulk.startTime')} type="time" name="startTime" defaultValue={start?.time} />
    </div>
  )
}

export function BulkNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <ul className={styles.notes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}
