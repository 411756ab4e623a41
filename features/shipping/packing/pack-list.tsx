import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import styles from './pack-list.module.css'
import { unitsLeft, type PackOrder } from './pack-station.ts'

/** Orders to pack, most urgent first and packed ones last. Each is a submit button that opens the order. */
export function PackList({ orders }: { orders: readonly PackOrder[] }) {
  const { t } = useTexts()
  const left = orders.map((order) => ({ order, units: unitsLeft(order) }))
  const sorted = [...left.filter(({ units }) => units > 0), ...left.filter(({ units }) => units === 0)]
  return (
    <section aria-labelledby="packing-list">
      <h2 id="packing-list" className={styles.title}>
        {t('packing.list')}
      </h2>
      <p className={styles.hint}>{t('packing.begin')}</p>
      <ul>
        {sorted.map(({ order: { number, about, due }, units }) => (
          <li key={number}>
            <button type="submit" name="open" value={number} className={styles.order} translate="no">
              <span className={styles.number}>{number}</span>
              <span>
                {units > 0 ? due && <Status {...due} /> : <Status tone="good" text={t('packing.complete')} />}
              </span>
              {/* Where the others stand, in whichever direction it is written. */}
              <span className={styles.about}>
                <bdi>{about}</bdi>
              </span>
              {units > 0 ? <span className={styles.units}>{t('packing.left', { n: units })}</span> : null}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
