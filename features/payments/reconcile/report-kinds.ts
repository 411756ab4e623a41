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

/** Kinds that a person may choose for a word. */
export const reportKinds = [...itemKinds.filter((kind) => kind !== 'ORDER'), 'MOVE'] as const

const words: Partial<Record<ReportKind, readonly string[]>> = {
  SALE: ['order', 'sale', 'bestellung', 'verkauf'],
  // A claim gives a buyer's money back after a case.
  REFUND: ['refund', 'claim', 'erstattung', 'rückerstattung', 'fall'],
  FEE_CREDIT: ['fee credit', 'credit', 'gebührengutschrift', 'gutschrift'],
  LABEL: ['shipping label', 'label', 'postage label', 'versandetikett', 'etikett'],
  CHARGE: ['charge', 'other fee', 'fee', 'non sale charge', 'belastung', 'sonstige gebühr', 'andere gebühr', 'gebühr'],
  ADJUSTMENT: ['adjustment', 'korrektur', 'anpassung'],
  DISPUTE: [
    'payment dispute',
    'dispute',
    'chargeback',
    'rückbuchung',
    'zahlungsanfechtung',
    'zahlungsstreit',
    'zahlungsstreitfall',
  ],
  PAYOUT: ['payout', 'auszahlung'],
  MOVE: [
    'hold',
    'transfer',
    'einbehalt',
    'einbehaltung',
    'einbehalten',
    'übertrag',
    'paid another way',
    'anders bezahlt',
  ],
}

const kinds = new Map(
  Object.entries(words).flatMap(([kind, all]) => all.map((word) => [word, kind as ReportKind] as const)),
)

/** Words for money that a buyer paid or the seller was charged: its sign says which. */
const ofEither = new Set(['charge', 'belastung', 'payment', 'zahlung'])

/** A row's type as it is looked up: `other-transaction` and `Other transaction` are the same. */
export const plainWord = (text: string): string => text.trim().toLowerCase().replaceAll(/[_-]+/g, ' ')

export const isReportWord = (text: string): boolean => kinds.has(plainWord(text)) || ofEither.has(plainWord(text))

interface RowFacts {
  /** What the buyer paid or got back: the amount without fees. */
  minor: number
  /** Whether it names an order, and one of the seller's. */
  order: 'none' | 'other' | 'own'
}

/**
 * The kind of a row; null if it is unknown. Where a row names an order, its sign says whether it was sold or refunded
 * before its word does. `report` has words of the program that wrote it.
 */
export function readReportKind(
  text: string,
  { minor, order }: RowFacts,
  report: { words: Readonly<Record<string, ReportKind>>; readsSign: boolean } | null = null,
): ReportKind | null {
  const word = plainWord(text)
  const isIn = minor >= 0
  const kind =
    report?.words[word] ?? (ofEither.has(word) ? (isIn && order !== 'none' ? 'SALE' : 'CHARGE') : kinds.get(word))
  if (kind === 'SALE' && !isIn && order !== 'none') return 'REFUND'
  if (kind !== undefined) return kind
  if (order === 'own') return isIn ? 'SALE' : 'REFUND'
  return report?.readsSign ? (isIn ? 'ADJUSTMENT' : 'CHARGE') : null
}
