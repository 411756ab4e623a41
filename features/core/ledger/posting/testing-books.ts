import type { Entry } from '../entry.ts'
import { missingEntries, type SalePlace } from './missing-entries.ts'
import type { OrderFacts } from './order-facts.ts'
import { testLedgerRules as rules } from '../testing.ts'

/** Sum of the numbers; 0 if there are none. */
export const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)

/** A transaction and where its money is. */
export type Transaction = NonNullable<Entry['transaction']> & {
  order: number | null
  currency: string
  place: 'PROCESSING' | 'AVAILABLE' | 'ON_HOLD' | 'IN_PAYOUT' | 'PAID_OUT'
  payout: number | null
}

/** A payout and its transactions. */
export interface Payout {
  id: number
  currency: string
  amountMinor: number
  state: 'INITIATED' | 'SUCCEEDED' | 'FAILED'
  transactions: Transaction[]
}

/** The books of a seller in memory: what the database does with entries, and what moves transactions. */
export class Books {
  readonly orders = new Map<number, OrderFacts>()
  readonly entries = new Map<string, Entry>()
  readonly transactions: Transaction[] = []
  readonly payouts: Payout[] = []
  holds = 0
  disputes: { id: string; order: OrderFacts; amountMinor: number; isOpen: boolean }[] = []

  post(entry: Entry): Transaction | null {
    if (this.entries.has(entry.key)) return null
    this.entries.set(entry.key, entry)
    if (!entry.transaction) return null
    const { orderId: order, currency } = entry
    const made = { ...entry.transaction, order, currency, place: entry.transaction.state, payout: null }
    this.transactions.push(made)
    return made
  }

  saleOf(order: number) {
    return this.transactions.find((row) => row.order === order && row.kind === 'SALE')
  }

  placeOf(order: number): SalePlace {
    const sale = this.saleOf(order)
    if (!sale) return null
    return sale.place === 'IN_PAYOUT' || sale.place === 'PAID_OUT'
      ? 'PAID_OUT'
      : { state: sale.place, availableAt: sale.availableAt, holdId: sale.holdId }
  }

  /** Posts what is missing of an order; returns the number of entries. */
  postOrder(order: OrderFacts): number {
    const missing = missingEntries(order, rules, this.placeOf(order.id))
    for (const entry of missing) this.post(entry)
    this.orders.set(order.id, this.asPosted(order))
    return missing.length
  }

  /** The order as it is read again, with what is in the books. */
  asPosted(order: OrderFacts): OrderFacts {
    const own = [...this.entries.values()].filter(({ orderId }) => orderId === order.id)
    const sale = own.find(({ kind }) => kind === 'SALE')
    const byLine = (kind: string, sign: number) => {
      const sums = new Map<number, number>()
      for (const { account, lineItemId, amountMinor } of own
        .filter((entry) => entry.kind === kind)
        .flatMap((entry) => entry.postings))
        if (account === 'fees:fvf_variable' && lineItemId !== undefined)
          sums.set(lineItemId, (sums.get(lineItemId) ?? 0) + sign * amountMinor)
      return sums
    }
    return {
      ...order,
      posted: new Set(own.map(({ key }) => key)),
      fees: sale
        ? {
            feeSchedule: sale.feeSchedule,
            fixedMinor: sum(
              sale.postings.filter(({ account }) => account === 'fees:fvf_fixed').map(({ amountMinor }) => amountMinor),
            ),
            variableByLine: byLine('SALE', 1),
            creditedByLine: byLine('REFUND', -1),
          }
        : null,
    }
  }

  balance(account: string, currency: string): number {
    const own = [...this.entries.values()].filter((entry) => entry.currency === currency)
    return sum(
      own.flatMap(({ postings }) => postings.flatMap((one) => (one.account === account ? one.amountMinor : []))),
    )
  }

  move(rows: readonly Transaction[], place: Transaction['place'], holdId: number | null = null): void {
    for (const row of rows) Object.assign(row, { place, holdId })
  }
}

/** Net of transactions. */
export const net = (rows: readonly Transaction[]) =>
  sum(rows.map(({ grossMinor, feesMinor }) => grossMinor + feesMinor))
