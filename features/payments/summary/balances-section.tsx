import { LineChart } from '#shui/chart/line-chart.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import type { CurrencyModel } from './balances-view.ts'
import styles from './summary.module.css'

/** The balances of a currency, and what was earned in it by month. */
export function BalancesSection({ model: { name, figures, earnings } }: { model: CurrencyModel }) {
  const { t } = useTexts()
  const earningsTitle = name === null ? t('payments.earnings') : earnings.label
  return (
    <div className={styles.currency}>
      {name === null ? null : <h2 className={styles.name}>{name}</h2>}
      <dl className={styles.figures}>
        {figures.map(({ key, label, value, note }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd className={styles.value}>{value}</dd>
            <dd className={styles.note}>{note}</dd>
          </div>
        ))}
      </dl>
      <Section title={earningsTitle} count={t('payments.earnings.hint')} level={name === null ? 2 : 3}>
        <LineChart model={earnings} />
      </Section>
    </div>
  )
}
