import { aTurn, requestsPerPage, type Measured } from './measure-pages.ts'
import type { Budget } from './page-case.ts'
import { percentile, spreadOf } from './percentiles.ts'
import type { Table } from './table.ts'

export const median = (values: number[]) => percentile(values, 0.5)
const ms = (value: number) => value.toFixed(1)
const holds = ({ p50, p95 }: Budget, times: number[]) =>
  (p50 === null || percentile(times, 0.5) <= p50) && percentile(times, 0.95) <= p95
const budgetText = ({ p50, p95 }: Budget) => (p50 === null ? `p95 ${p95}` : `${p50} / ${p95}`)

export function pageGroups(measured: readonly Measured[]): Table {
  const groups = Map.groupBy(measured, (page) => page.group)
  const rows = [...groups].map(([group, pages]) => {
    const all = spreadOf(pages.flatMap((page) => page.http))
    const sql = percentile(
      pages.flatMap((page) => page.sql),
      0.5,
    )
    const react = percentile(
      pages.flatMap((page) => page.react),
      0.5,
    )
    const kept = pages.filter((page) => holds(page.budget, page.http)).length
    const worst = Math.max(...pages.map((page) => percentile(page.http, 0.95)))
    return [
      group,
      ms(all.p50),
      ms(all.p95),
      ms(worst),
      ms(median(pages.map((page) => page.cpu))),
      ms(sql),
      ms(react),
      `${(all.p50 / (sql + react)).toFixed(2)}×`,
      budgetText(pages[0]!.budget),
      kept === pages.length ? 'yes' : `${kept} of ${pages.length}`,
    ]
  })
  return {
    title: 'Server time by kind of page, ms',
    columns: [
      'pages',
      'p50',
      'p95',
      'worst page p95',
      'hub CPU',
      'SQL p50',
      'React p50',
      'page ÷ (SQL + React)',
      'budget',
      'holds',
    ],
    rows,
    notes: [
      `${requestsPerPage} requests a page over loopback, one at a time, in turns of ${aTurn} with both references.`,
      'SQL: the page’s statements through the same driver. React: the same markup as plain elements.',
    ],
  }
}

export function everyPage(measured: readonly Measured[]): Table {
  return {
    title: 'Every page, ms',
    detail: true,
    columns: ['page', 'p50', 'p95', 'p99', 'least', 'hub CPU', 'SQL p50', 'React p50', '÷ SQL', '÷ React', 'holds'],
    rows: measured.map((page) => {
      const { p50, p95, p99 } = spreadOf(page.http)
      const [sql, react] = [percentile(page.sql, 0.5), percentile(page.react, 0.5)]
      return [
        `${page.group}: ${page.name}`.replace('orders: ', ''),
        ms(p50),
        ms(p95),
        ms(p99),
        ms(Math.min(...page.http)),
        ms(page.cpu),
        ms(sql),
        ms(react),
        (p50 / sql).toFixed(1),
        (p50 / react).toFixed(1),
        holds(page.budget, page.http) ? 'yes' : 'NO',
      ]
    }),
  }
}
