import { LineChart } from '#shui/chart/line-chart.tsx'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageLink } from '#web/page-link.tsx'
import type { InsightsModel, InsightsTable } from './insights-view.server.ts'
import styles from './product-insights.module.css'

interface ProductInsightsProps {
  model: InsightsModel
  /** Opens a condition in place; without it, the link is followed. */
  onCondition?: (url: string) => void
}

export function ProductInsights({ model, onCondition }: ProductInsightsProps) {
  const { t } = useTexts()
  const { sold, active, chart } = model
  return (
    <div className={styles.insights}>
      {model.conditions.length > 1 ? <Conditions model={model} onCondition={onCondition} /> : null}
      <Section title={model.soldTitle}>
        {sold ? <Figures table={sold} label={model.soldTitle} /> : <p className={styles.none}>{model.soldNone}</p>}
      </Section>
      <Section title={t('word.activeListings')}>
        {active ? (
          <Figures table={active} label={t('word.activeListings')} />
        ) : (
          <p className={styles.none}>{t('insights.activeNone')}</p>
        )}
      </Section>
      {chart ? (
        <Section title={model.trendTitle}>
          <LineChart model={chart} />
        </Section>
      ) : null}
      <details className={styles.how}>
        <summary>{t('insights.how')}</summary>
        {model.rules.map((rule) => (
          <p key={rule}>{rule}</p>
        ))}
      </details>
    </div>
  )
}

function Conditions({ model, onCondition }: ProductInsightsProps) {
  const { t } = useTexts()
  return (
    <nav aria-label={t('insights.conditions')}>
      <ul className={styles.conditions}>
        {model.conditions.map(({ text, url, active }) => (
          <li key={url}>
            <PageLink
              to={url}
              preventScrollReset
              className={styles.condition}
              aria-current={active ? 'true' : undefined}
              onClick={(event) => {
                if (!onCondition) return
                event.preventDefault()
                onCondition(url)
              }}
            >
              {text}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Figures({ table, label }: { table: InsightsTable; label: string }) {
  const { head, columns, rows } = table
  return <CardTable label={label} head={head} columns={columns} rows={rows} className={styles.figures} />
}
