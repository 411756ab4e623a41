import { Link } from 'react-router'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import type { CountModel, OrderCountsModel } from './counts-view.ts'
import styles from './counts-section.module.css'

/** Orders by status; each line leads to exactly those orders. */
export function OrderCountsSection({ model }: { model: OrderCountsModel }) {
  const { t } = useTexts()
  return (
    <Section title={t('counts.orders')} action={{ text: model.all.text, action: { type: 'NAV', URL: model.all.href } }}>
      <ul>
        {model.counts.map(({ href, ...count }) => (
          <li key={count.key} data-part={count.part}>
            <Link to={href} prefetch="intent" className={styles.line} data-tone={count.tone}>
              <span>{count.label}</span>
              <b className={styles.count}>{count.count}</b>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Listings by state. */
export function ListingCountsSection({ counts }: { counts: CountModel[] }) {
  const { t } = useTexts()
  return (
    <Section title={t('counts.listings')}>
      <dl className={styles.pairs}>
        {counts.map(({ key, label, count, part, tone }) => (
          <div key={key} className={styles.line} data-part={part} data-tone={tone}>
            <dt>{label}</dt>
            <dd className={styles.count}>{count}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
