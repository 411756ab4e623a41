import type { TransactionKind } from '../transactions/transaction.ts'

/** Kind of a report's row. `ORDER`: all earnings of an order. */
export const itemKinds = [
  'ORDER',
  'SALE',
  'REFUND',
  'FEE_CREDIT',
  'LABEL',
  'CHARGE',
  'ADJUSTMENT',
  'DISPUTE',
  'PAYOUT',
] as const satisfies readonly (TransactionKind | 'ORDER' | 'PAYOUT')[]
export type ItemKind = (typeof itemKinds)[number]

/** A row's kind; `MOVE` only moves money within the seller's funds. */
export type ReportKind = ItemKind | 'MOVE'

/** Words for kinds in reports, and in the hub's own files. */
const words: Partial<Record<ReportKind, readonly string[]>> = {
  SALE: ['order', 'sale', 'bestellung', 'verkauf'],
  // A claim gives a buyer's money back after a case.
  REFUND: ['refund', 'claim', 'erstattung', 'rückerstattung', 'fall'],
  FEE_CREDIT: ['fee back', 'fee credit', 'credit', 'gebühr zurück', 'gutschrift'],
  LABEL: ['shipping label', 'label', 'postage label', 'versandetikett', 'etikett'],
  CHARGE: ['charge', 'other fee', 'fee', 'non sale charge', 'belastung', 'sonstige gebühr', 'gebühr'],
  ADJUSTMENT: ['adjustment', 'korrektur', 'anpassung'],
  DISPUTE: ['payment dispute', 'dispute', 'zahlungsanfechtung', 'zahlungsstreit'],
  PAYOUT: ['payout', 'auszahlung'],
  MOVE: ['hold', 'transfer', 'einbehalt', 'übertrag', 'refund paid by you', 'erstattung, von ihnen bezahlt'],
}

const kinds = new Map(
  Object.entries(words).flatMap(([kind, all]) => all.map((word) => [word, kind as ReportKind] as const)),
)

/** Parses the type of a row; null if it is unknown. */
export const readReportKind = (text: string): ReportKind | null =>
  kinds.get(text.trim().toLowerCase().replaceAll(/[_-]+/g, ' ')) ?? null
