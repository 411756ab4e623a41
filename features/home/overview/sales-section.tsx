import { LineChart } from '#shui/chart/line-chart.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageLink } from '#web/page-link.tsx'
import { PageSwitch } from '#web/page-switch.tsx'
import type { FigureModel } from '#features/insights/sales/sales-figures.ts'
import type { SalesModel } from './sales-view.server.ts'
import styles from './sales-section.module.css'

export function SalesSection({ model }: { model: SalesModel }) {
  const { t } = useTexts()
  return (
    <Section title={t('sales.title')} controls={<Periods periods={model.periods} />}>
      <dl className={styles.figures}>
        {model.figures.map((figure) => (
          <Figure key={figure.key} figure={figure} />
        ))}
      </dl>
      {model.others ? <p className={styles.others}>{model.others}</p> : null}
      <LineChart model={model.chart} />
      {model.report ? (
        <PageLink to={model.report.href} className={styles.report}>
          {model.report.text}
        </PageLink>
      ) : null}
      <details className={styles.how}>
        <summary>{t('sales.how')}</summary>
        <p>
          {model.compared} {model.rule}
        </p>
      </details>
    </Section>
  )
}

function Periods({ periods }: Pick<SalesModel, 'periods'>) {
  const { t } = useTexts()
  return (
    <PageSwitch
      label={t('sales.period')}
      links={periods.map(({ days, text, label, active }) => ({
        key: days,
        to: `?days=${days}`,
        text,
        title: label === text ? undefined : label,
        active,
      }))}
    />
  )
}

function Figure({ figure: { value, label, change, before } }: { figure: FigureModel }) {
  return (
    <div className={styles.figure}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>{value}</dd>
      <dd className={styles.change}>
        {change ? <b data-direction={change.direction}>{change.text}</b> : null} {before}
      </dd>
    </div>
  )
}
