import type { Invoice, InvoiceRow } from './invoice.ts'

/** A credited amount of a sale. */
export interface SaleRefund {
  /** Row of the sale, from 0. */
  row: number
  amountMinor: number
  /** Local time of the credit. */
  at: string
}

/** Credits, matched to sales. */
export interface MatchedCredits {
  /** By number of the sale. */
  refunds: ReadonlyMap<string, readonly SaleRefund[]>
  /** Credit rows without matching earlier sales. */
  unmatched: { at: string; row: InvoiceRow }[]
}

/** Units of a sale that are not credited yet. */
interface Sold {
  invoice: Invoice
  /** Its place among the rows of the sale. */
  row: number
  priceMinor: number
  units: number
}

/**
 * Finds the sales that credits reverse, because the file does not link them: the customer's latest earlier sales with
 * the same code, first those at the same price, then dearer ones. A row that they cover only in part is not matched.
 */
export function matchCredits(sales: readonly Invoice[], credits: readonly Invoice[]): MatchedCredits {
  const sold = indexSales(sales)
  const refunds = new Map<string, SaleRefund[]>()
  const unmatched: MatchedCredits['unmatched'] = []
  for (const { at, customer, rows } of credits)
    for (const row of rows) {
      const own = customer === null ? [] : (sold.get(keyOf(customer, row.code)) ?? [])
      const parts = take(own, row, at)
      if (!parts) unmatched.push({ at, row })
      for (const { of, units } of parts ?? []) {
        of.units -= units
        const refund = { row: of.row, amountMinor: units * row.priceMinor, at }
        refunds.set(of.invoice.number, [...(refunds.get(of.invoice.number) ?? []), refund])
      }
    }
  return { refunds, unmatched }
}

const keyOf = (customer: string, code: string) => `${customer}\n${code}`

/** Sales by customer and code, latest first. */
function indexSales(sales: readonly Invoice[]): Map<string, Sold[]> {
  const sold = new Map<string, Sold[]>()
  for (const invoice of sales.toReversed()) {
    if (invoice.customer === null) continue
    for (const [row, { code, units, priceMinor }] of invoice.rows.entries()) {
      const key = keyOf(invoice.customer, code)
      const own = sold.get(key)
      if (own) own.push({ invoice, row, priceMinor, units })
      else sold.set(key, [{ invoice, row, priceMinor, units }])
    }
  }
  return sold
}

/** The sales that a credit reverses; null if their units do not suffice. */
function take(sold: readonly Sold[], credit: InvoiceRow, at: string): { of: Sold; units: number }[] | null {
  const before = sold.filter(({ invoice, units }) => invoice.at <= at && units > 0)
  const same = before.filter(({ priceMinor }) => priceMinor === credit.priceMinor)
  const dearer = before.filter(({ priceMinor }) => priceMinor > credit.priceMinor)
  const parts: { of: Sold; units: number }[] = []
  let left = credit.units
  for (const of of [...same, ...dearer]) {
    if (left === 0) break
    const units = Math.min(left, of.units)
    parts.push({ of, units })
    left -= units
  }
  return left === 0 ? parts : null
}
