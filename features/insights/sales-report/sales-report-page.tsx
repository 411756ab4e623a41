import ChartLine from 'lucide-react/icons/chart-line'
import Download from 'lucide-react/icons/download'
import { useLive } from '#features/machinery/live/use-live.ts'
import { dateAt } from '#lib/zoned-time.ts'
import { ButtonLink } from '#shui/button/button.tsx'
import { Empty } from '#shui/empty/empty.tsx'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths } from '#web/paths.ts'
import { useLoaderData } from '#web/router/router.ts'
import { AmountsSection } from './amounts-section.tsx'
import { BreakdownSection } from './breakdown-section.tsx'
import { PeriodControls } from './period-controls.tsx'
import { readReport } from './read-report.server.ts'
import { comparePeriods } from './report-period.ts'
import { readReportQuery } from './report-query.ts'
import { reportModel, type ReportFigure } from './report-view.server.ts'
import styles from './sales-report.module.css'
import { PageLink } from '#web/page-link.tsx'

await loadTexts('sales-report')

/** Rows of a breakdown on the page; the file has all. */
const mostRows = 50

/** Sales of a period compared with another, what is left of them, and where they came from. Days are the shop's. */
export const loader = sellerLoader('money.view', async ({ hub, seller, read, url, texts: reader }) => {
  const now = hub.now()
  const { timeZone: zone, currency } = seller
  const texts = textsFor(reader.locale, zone)
  const query = readReportQuery(url.searchParams, dateAt(now, zone))
  const periods = comparePeriods(query, { now, zone })
  const report = await read((db) => readReport(db, { sellerId: seller.id, currency, periods, query, limit: mostRows }))
  return {
    model: reportModel(report, { query, periods, texts, taxonomy: hub.config.taxonomy }),
  }
})

const concerns = ['orders', 'money'] as const

export default function SalesReportPage() {
  const { model } = useLive(useLoaderData<typeof loader>(), concerns)
  const { t } = useTexts()
  const { content } = model
  return (
    <>
      <PageHead
        title={t('sales.title')}
        actions={
          content ? (
            <ButtonLink href={content.file} icon={Download} target="_self">
              {t('salesReport.export')}
            </ButtonLink>
          ) : null
        }
      />
      <PeriodControls model={model} />
      {content ? (
        <>
          <ReportFigures figures={content.figures} />
          {content.offers ? (
            <p className={styles.hint}>
              <PageLink to={content.offers.href}>{content.offers.text}</PageLink>
            </p>
          ) : null}
          <BreakdownSection content={content} />
          <div className={styles.beside}>
            <div>
              <AmountsSection title={t('salesReport.parts')} hint={t('salesReport.parts.hint')} model={content.parts} />
              {content.profit ? (
                <AmountsSection title={t('word.profit')} hint={content.profit.hint} model={content.profit.amounts} />
              ) : null}
            </div>
            <AmountsSection
              title={t('salesReport.books')}
              hint={t('salesReport.books.hint')}
              model={content.books}
              file={content.booksFile}
            />
          </div>
        </>
      ) : (
        <Empty title={t('salesReport.none')} hint={t('salesReport.none.hint')} icon={ChartLine}>
          <ButtonLink href={paths.orders} kind="primary">
            {t('error.toOrders')}
          </ButtonLink>
        </Empty>
      )}
    </>
  )
}

function ReportFigures({ figures }: { figures: readonly ReportFigure[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ key, label, value, href, change, before, beforeHref }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd className={styles.value}>{href === null ? value : <PageLink to={href}>{value}</PageLink>}</dd>
          <dd className={styles.change}>
            {change ? <b data-direction={change.direction}>{change.text}</b> : null}{' '}
            {beforeHref === null ? before : <PageLink to={beforeHref}>{before}</PageLink>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
