import { LineChart } from '#shui/chart/line-chart.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import type { CurrencyModel } from './balances-view.ts'
import styles from './summary.module.css'

/** The balances of a currency. */
export function BalancesSection({ model: { name, figures } }: { model: CurrencyModel }) {
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
    </div>
  )
}

/** What was earned in a currency by month. */
export function EarningsSection({ model: { name, earnings } }: { model: CurrencyModel }) {
  const { t } = useTexts()
  return (
    <Section title={name === null ? t('payments.earnings') : earnings.label} count={t('payments.earnings.hint')}>
      <LineChart model={earnings} />
    </Section>
  )
}
