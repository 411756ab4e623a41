import { Button } from '#shui/button/button.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageSwitch } from '#web/page-switch.tsx'
import { paths } from '#web/paths.ts'
import type { ChoiceModel, ReportModel } from './report-view.server.ts'
import styles from './sales-report.module.css'

/** Chooses the days and what they are compared with. Links and a plain form, so that each has a URL. */
export function PeriodControls({ model }: { model: ReportModel }) {
  const { t } = useTexts()
  const { periods, comparisons, currencies, days, when } = model
  return (
    <>
      <div className={styles.filters}>
        <Choices label={t('sales.period')} choices={periods} />
        <OwnDays days={days} />
        <Choices label={t('salesReport.compare')} choices={comparisons} />
        {currencies.length > 0 ? <Choices label={t('word.currency')} choices={currencies} /> : null}
      </div>
      <p className={styles.when}>{when}</p>
    </>
  )
}

export const Choices = ({ label, choices }: { label: string; choices: readonly ChoiceModel[] }) => (
  <PageSwitch label={label} links={choices.map(({ key, text, href, active }) => ({ key, text, to: href, active }))} />
)

/** Opens over the page, and is closed anew with each period. */
function OwnDays({ days: { from, to, refused, others, isChosen } }: Pick<ReportModel, 'days'>) {
  const { t } = useTexts()
  return (
    <details key={`${from} ${to}`} className={styles.own} open={refused !== null} data-chosen={isChosen || undefined}>
      <summary>{t('salesReport.days')}</summary>
      <PageForm method="get" action={paths.sales()} className={styles.days} preventScrollReset>
        {others.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <TextField type="date" name="from" label={t('grid.from')} defaultValue={from} error={refused} />
        <TextField type="date" name="to" label={t('grid.to')} defaultValue={to} />
        <Button type="submit">{t('salesReport.show')}</Button>
      </PageForm>
    </details>
  )
}
