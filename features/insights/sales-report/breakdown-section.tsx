import { LineChart } from '#shui/chart/line-chart.tsx'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageLink } from '#web/page-link.tsx'
import type { BreakdownLine, BreakdownModel } from './breakdown-view.server.ts'
import { Choices } from './period-controls.tsx'
import type { ReportContent } from './report-view.server.ts'
import styles from './sales-report.module.css'

export function BreakdownSection({ content: { by, chart, breakdown } }: { content: ReportContent }) {
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
