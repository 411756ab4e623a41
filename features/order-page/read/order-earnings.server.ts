import { sql } from 'kysely'
import type { BindValue } from '#db/compile-once.ts'
import type { BatchPart } from '#db/read-batch.ts'
import type { LedgerAccount } from '#db/tables/ledger.ts'
import { isOfOrder, orderIdOf, type OfOrder } from '#features/core/order/of-order-db.server.ts'
import type { Texts } from '#texts/texts.ts'
import { paths, withQuery } from '#web/paths.ts'
import type { AmountModel } from './order-money-view.ts'

export type EarningsModel = NonNullable<ReturnType<typeof earningsModel>>

interface AccountSum {
  account: LedgerAccount
  currency: string
  minor: number
  isPackaging: boolean
}

interface Costs {
  isKept: boolean
  isKnown: boolean
  isShipped: boolean
  /** Profit in hundredths of a percent of item and shipping. */
  marginBps: number | null
}

const gross: readonly LedgerAccount[] = ['revenue:item', 'revenue:shipping', 'tax:seller']
/** In the order in which they are shown. */
const payable = [
  'fees:fvf_variable',
  'fees:fvf_fixed',
  'fees:international',
  'fees:below_standard',
  'fees:dispute',
  'fees:other',
  'labels',
  'advertising',
  'refunds',
  'disputes',
  'adjustments',
] as const satisfies readonly LedgerAccount[]

/** What is left of an order, from the ledger; null if nothing of it is in the books. */
export function earningsModel(
  { sums, costs, profits }: EarningsRows,
  { orderNumber, texts }: { orderNumber: string; texts: Texts },
) {
  const amounts = earningsAmounts(sums, costs, texts)
  if (!amounts) return null
  return {
    amounts,
    // Profit of each item, once that of the order is known.
    lines: costs.isKnown ? profits.map((profit) => lineAmount(profit, texts)) : [],
    // The transactions of the order.
    href: withQuery(paths.transactions, { order: orderNumber }),
  }
}

interface EarningsRows {
  sums: AccountSum[]
  costs: Costs
  profits: LineProfit[]
}

interface LineProfit {
  position: number
  title: string
  currency: string
  minor: number
  marginBps: number | null
}

const ofSeller = (at: BindValue<OfOrder>) => at((on) => on.sellerId)

const accountSums: BatchPart<OfOrder, AccountSum[]> = {
  statement: (at) => sql`
    select p.account, p.currency, sum(p.amount_minor)::bigint as minor,
      e.entry_key = concat('packaging ', ${at(orderIdOf)}::bigint) as "isPackaging"
    from ledger_entries e join ledger_postings p on p.seller_id = ${ofSeller(at)} and p.entry_id = e.id
    where ${isOfOrder(at, 'e')} group by 1, 2, 4`,
  read: (rows) => rows,
}

const orderCosts: BatchPart<OfOrder, Costs | null> = {
  statement: (at) => sql`
    select exists (select from cost_settings where seller_id = ${ofSeller(at)}) as "isKept", p.order_id is not null as "isKnown",
      o.fulfilment_status = 'FULFILLED' as "isShipped", p.margin_bps as "marginBps"
    from orders o left join order_profits p on p.seller_id = ${ofSeller(at)} and p.order_id = o.id
    where o.seller_id = ${ofSeller(at)} and o.id = ${at(orderIdOf)}`,
  read: (rows: Costs[]) => rows[0] ?? null,
}

const lineProfits: BatchPart<OfOrder, LineProfit[]> = {
  statement: (at) => sql`
    select l.position, l.title, p.currency, p.profit_minor as minor,
      case when p.revenue_minor > 0 then round(p.profit_minor * 10000.0 / p.revenue_minor)::bigint end as "marginBps"
    from line_profits p join line_items l on l.seller_id = ${ofSeller(at)} and l.id = p.line_item_id
    where ${isOfOrder(at, 'p')} order by l.position`,
  read: (rows) => rows,
}

/** What is left of an order, as parts of a batch. Its costs are null if there is no such order. */
export const earningsParts = { sums: accountSums, costs: orderCosts, profits: lineProfits }

function lineAmount({ position, title, currency, minor, marginBps }: LineProfit, texts: Texts): AmountModel {
  const profit = texts.money({ minor, currency })
  const amount =
    marginBps === null
      ? profit
      : texts.t('order.earnings.lineOf', { profit, margin: texts.percent(marginBps / 10_000) })
  return { key: String(position), label: title, amount }
}

/** From what the buyer paid to what is left, fee by fee. A credit is what the seller earned. */
function earningsAmounts(sums: readonly AccountSum[], costs: Costs, texts: Texts): AmountModel[] | null {
  const { t } = texts
  const currency = sums[0]?.currency
  if (currency === undefined) return null
  const sumOf = (wanted: (sum: AccountSum) => boolean) =>
    sums.reduce((total, sum) => (wanted(sum) ? total - sum.minor : total), 0)
  const earned = (accounts: readonly LedgerAccount[]) => sumOf(({ account }) => accounts.includes(account))
  const line = (key: string, label: string, minor: number, sum = false): AmountModel => ({
    key,
    label,
    amount: texts.money({ minor, currency }),
    ...(sum ? { sum } : {}),
  })
  const goods = sumOf(({ account, isPackaging }) => account === 'cogs' && !isPackaging)
  const packaging = sumOf(({ account, isPackaging }) => account === 'cogs' && isPackaging)
  const net = earned([...gross, ...payable])
  const tax = earned(['tax:seller'])
  const profit = net - tax + goods + packaging
  const profitLabel =
    costs.marginBps === null
      ? t('word.profit')
      : t('order.earnings.profitOf', { margin: texts.percent(costs.marginBps / 10_000) })
  return [
    line('gross', t('order.earnings.gross'), earned(gross)),
    ...payable.flatMap((account) => {
      const minor = earned([account])
      return minor === 0 ? [] : [line(account, t('payments.posting', { account: account.replace(':', '_') }), minor)]
    }),
    line('net', t('word.netEarnings'), net, true),
    ...(goods === 0 ? [] : [line('goods', t('payments.posting', { account: 'cogs' }), goods)]),
    ...(packaging === 0 ? [] : [line('packaging', t('listings.column.packaging'), packaging)]),
    ...(costs.isKnown && tax !== 0 ? [line('tax', t('order.earnings.tax'), -tax)] : []),
    ...(costs.isKnown ? [line('profit', profitLabel, profit, true)] : []),
    ...(costs.isKept && !costs.isKnown
      ? [
          {
            key: 'profit',
            label: t('word.profit'),
            amount: t(costs.isShipped ? 'order.earnings.unknown' : 'order.earnings.later'),
            sum: true,
          },
        ]
      : []),
  ]
}
