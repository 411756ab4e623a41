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
import { PeriodControls, Choices } from './period-controls.tsx'
import { readReport } from './read-report.server.ts'
import { comparePeriods } from './report-period.ts'
import { readReportQuery } from './report-query.ts'
import { reportModel, type ReportFigure, type ReportContent } from './report-view.server.ts'
import styles from './sales-report.module.css'
import { PageLink } from '#web/page-link.tsx'
import { Section } from '#shui/section/section.tsx'
import type { AmountModel, AmountsModel } from './amounts-view.server.ts'
import { LineChart } from '#shui/chart/line-chart.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import type { BreakdownLine, BreakdownModel } from './breakdown-view.server.ts'

function BreakdownSection({ content: { by, chart, breakdown } }: { content: ReportContent }) {
  const { t } = useTexts()
  return (
    <Section title={t('salesReport.by')} controls={<Choices label={t('salesReport.by')} choices={by} />}>
      {chart ? <LineChart model={chart} /> : null}
      {breakdown ? <BreakdownTable model={breakdown} /> : null}
    </Section>
  )
}

function BreakdownTable({ model: { head, lines, total, hasProfits, hint } }: { model: BreakdownModel }) {
  const { t } = useTexts()
  const profits = [
    { key: 'cost', label: t('salesReport.column.cost'), isNumber: true },
    { key: 'profit', label: t('word.profit'), isNumber: true },
    { key: 'margin', label: t('salesReport.column.margin'), isNumber: true },
    { key: 'known', label: t('salesReport.column.known'), isNumber: true },
  ]
  const rowOf = (line: BreakdownLine) => cardRow(line, hasProfits)
  const table = (
    <CardTable
      head={head}
      label={head}
      columns={[
        { key: 'orders', label: t('word.orders'), isNumber: true },
        { key: 'units', label: t('word.items'), isNumber: true },
        { key: 'sales', label: t('salesReport.total'), isNumber: true },
        { key: 'share', label: t('salesReport.column.share'), isNumber: true },
        { key: 'before', label: t('salesReport.column.before'), isNumber: true },
        { key: 'change', label: t('salesReport.column.change'), isNumber: true },
        ...(hasProfits ? profits : []),
      ]}
      rows={lines.map(rowOf)}
      foot={rowOf(total)}
      className={styles.table}
    />
  )
  return (
    <>
      {table}
      {hint === null ? null : <p className={styles.hint}>{hint}</p>}
    </>
  )
}

function cardRow(line: BreakdownLine, hasProfits: boolean) {
  const { key, name, href, beforeHref, knownHref, isFile, orders, units, sales, share, before, change, profits } = line
  const figure = (text: string, to: string | null) =>
    to === null || text === '' ? text : isFile ? <a href={to}>{text}</a> : <PageLink to={to}>{text}</PageLink>
  return {
    key,
    name,
    cells: [
      ...[orders, units, sales, share].map((text) => figure(text, href)),
      figure(before, beforeHref),
      change,
      ...(hasProfits ? profits.map((text) => figure(text, knownHref)) : []),
    ],
  }
}

interface AmountsProps {
  title: string
  hint: string
  model: AmountsModel
  file?: string
}

/** Amounts that add up to the last row, each with its share and change. */
function AmountsSection({ title, hint, model: { rows, sum }, file }: AmountsProps) {
  const { t } = useTexts()
  return (
    <Section
      title={title}
      controls={
        file === undefined ? null : (
          <a href={file} className={styles.file}>
            {t('salesReport.export')}
          </a>
        )
      }
    >
      <p className={styles.hint}>{hint}</p>
      <table className={styles.amounts}>
        <thead>
          <tr>
            <th scope="col">{t('salesReport.column.what')}</th>
            <th scope="col">{t('word.amount')}</th>
            <th scope="col">{t('salesReport.column.before')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <AmountRow key={row.key} row={row} />
          ))}
        </tbody>
        <tfoot>
          <AmountRow row={sum} />
        </tfoot>
      </table>
    </Section>
  )
}

function AmountRow({ row: { label, amount, href, share, before, beforeHref, change } }: { row: AmountModel }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        {href === null ? amount : <PageLink to={href}>{amount}</PageLink>}
        {share === null ? null : <span className={styles.second}>{share}</span>}
      </td>
      <td>
        {beforeHref === null ? before : <PageLink to={beforeHref}>{before}</PageLink>}
        {change === null ? null : <span className={styles.second}>{change}</span>}
      </td>
    </tr>
  )
}

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
