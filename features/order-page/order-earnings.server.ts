import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { LedgerAccount } from '#db/tables/ledger.ts'
import type { Texts } from '#texts/texts.ts'
import { paths, withQuery } from '#web/paths.ts'
import type { AmountModel } from './order-money-view.ts'

/** What is left of an order. */
export interface EarningsModel {
  amounts: AmountModel[]
  /** The transactions of the order. */
  href: string
}

/** Sum of an order's postings on an account. */
interface AccountSum {
  account: LedgerAccount
  currency: string
  minor: number
}

const gross: readonly LedgerAccount[] = ['revenue:item', 'revenue:shipping', 'tax:seller']
/** In the order in which they are shown. */
const costs = [
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

/** Reads what is left of an order, from the ledger; null if nothing of it is in the books. */
export async function readEarnings(
  db: SellerDb,
  { sellerId, orderId, orderNumber }: { sellerId: number; orderId: number; orderNumber: string },
  texts: Texts,
): Promise<EarningsModel | null> {
  const { rows } = await sql<AccountSum>`
    select p.account, p.currency, sum(p.amount_minor)::bigint as minor
    from ledger_entries e join ledger_postings p on p.seller_id = ${sellerId} and p.entry_id = e.id
    where e.seller_id = ${sellerId} and e.order_id = ${orderId} group by p.account, p.currency`.execute(db)
  const amounts = earningsAmounts(rows, texts)
  return amounts && { amounts, href: withQuery(paths.transactions, { order: orderNumber }) }
}

/** From what the buyer paid to what is left, fee by fee. A credit is what the seller earned. */
function earningsAmounts(sums: readonly AccountSum[], texts: Texts): AmountModel[] | null {
  const { t } = texts
  const currency = sums[0]?.currency
  if (currency === undefined) return null
  const earned = (accounts: readonly LedgerAccount[]) =>
    sums.reduce((sum, { account, minor }) => (accounts.includes(account) ? sum - minor : sum), 0)
  const line = (key: string, label: string, minor: number, sum = false): AmountModel => ({
    key,
    label,
    amount: texts.money({ minor, currency }),
    ...(sum ? { sum } : {}),
  })
  const goods = earned(['cogs'])
  const net = earned([...gross, ...costs])
  return [
    line('gross', t('order.earnings.gross'), earned(gross)),
    ...costs.flatMap((account) => {
      const minor = earned([account])
      return minor === 0 ? [] : [line(account, t('payments.posting', { account: account.replace(':', '_') }), minor)]
    }),
    line('net', t('order.earnings.net'), net, true),
    ...(goods === 0
      ? []
      : [
          line('goods', t('payments.posting', { account: 'cogs' }), goods),
          line('profit', t('order.earnings.profit'), net + goods, true),
        ]),
  ]
}
