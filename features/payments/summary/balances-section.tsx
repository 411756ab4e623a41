import { LineChart } from '#shui/chart/line-chart.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageSwitch } from '#web/page-switch.tsx'
import type { CurrencyModel, EarningsModel } from './balances-view.ts'
import styles from './summary.module.css'

/** The balances of a currency. */
export function BalancesSection({ model: { name, figures } }: { model: CurrencyModel }) {
  return (
    <div className={name === null ? undefined : styles.one}>
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

/** Net earnings by month, in one currency at a time. */
export function EarningsSection({ model: { chart, currencies } }: { model: EarningsModel }) {
  const { t } = useTexts()
  return (
    <Section
      title={currencies.length > 1 ? chart.label : t('payments.earnings')}
      count={t('payments.earnings.hint')}
      controls={
        currencies.length > 1 ? <PageSwitch label={t('payments.earnings.currency')} links={currencies} /> : undefined
      }
    >
      <LineChart model={chart} />
    </Section>
  )
}
