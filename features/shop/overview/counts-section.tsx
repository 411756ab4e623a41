import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { RouterLink } from '#web/router/links.tsx'
import type { LinkedCountModel, OrderCountsModel } from './counts-view.ts'
import styles from './counts-section.module.css'

export function OrderCountsSection({ model }: { model: OrderCountsModel }) {
  const { t } = useTexts()
  return (
    <Section title={t('counts.orders')} action={{ text: model.all.text, action: { type: 'NAV', URL: model.all.href } }}>
      <Counts counts={model.counts} />
    </Section>
  )
}

function Counts({ counts }: { counts: LinkedCountModel[] }) {
  return (
    <ul>
      {counts.map(({ href, ...count }) => (
        <li key={count.key} data-part={count.part}>
          <RouterLink href={href} className={styles.line} data-tone={count.tone}>
            <span>{count.label}</span>
            <b className={styles.count}>{count.count}</b>
          </RouterLink>
        </li>
      ))}
    </ul>
  )
}
