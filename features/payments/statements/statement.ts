import type { LedgerAccount } from '#db/tables/ledger.ts'
import { isOneOf } from '#lib/is-one-of.ts'

// Statements of account: what changed the seller's funds in a month, by currency.

/** Accounts whose sum is the balance of a statement. */
export const fundsAccounts = [
  'funds:processing',
  'funds:available',
  'funds:hold',
] as const satisfies readonly LedgerAccount[]

/** Accounts of each group of lines, in the order of a statement. A payout leaves the funds when it starts. */
const accountsOf = {
  sales: ['revenue:item', 'revenue:shipping', 'tax:seller'],
  refunds: ['refunds'],
  own: ['buyer_clearing'],
  fees: [
    'fees:fvf_variable',
    'fees:fvf_fixed',
    'fees:international',
    'fees:below_standard',
    'fees:dispute',
    'fees:other',
  ],
  labels: ['labels'],
  advertising: ['advertising'],
  adjustments: ['adjustments'],
  disputes: ['disputes'],
  payouts: ['payout_clearing', 'bank'],
} as const satisfies Record<string, readonly LedgerAccount[]>

export type LineGroup = keyof typeof accountsOf

export const lineGroups = [
  'sales',
  'refunds',
  'own',
  'fees',
  'labels',
  'advertising',
  'adjustments',
  'disputes',
  'payouts',
] as const satisfies readonly LineGroup[]

/** Columns of a table of months, between the opening and the closing balance. */
export const monthColumns = ['sales', 'refunds', 'fees', 'labels', 'other', 'payouts'] as const

export const statementAccounts: readonly LedgerAccount[] = [
  ...fundsAccounts,
  ...lineGroups.flatMap((group): readonly LedgerAccount[] => accountsOf[group]),
]

export interface StatementLine {
  group: LineGroup
  account: LedgerAccount
  /** Positive if the seller gained it. */
  minor: number
}

/** Postings of an account in a month; a month may have several of the same account. */
export interface MonthSum {
  /** `2026-10`. */
  month: string
  account: LedgerAccount
  currency: string
  /** A debit is positive. */
  minor: number
}

export interface Statement {
  month: string
  currency: string
  openingMinor: number
  /** Lines that are not zero. */
  lines: StatementLine[]
  closingMinor: number
  /** Difference that the lines do not explain; zero if the books are right. */
  unexplainedMinor: number
}

/**
 * The statements of consecutive months, oldest first. `opening` has the balance of each currency before the first.
 * A currency begins with its first movement.
 */
export function statementsOf(
  months: readonly string[],
  sums: readonly MonthSum[],
  opening: ReadonlyMap<string, number>,
): Statement[] {
  const currencies = [...new Set([...opening.keys(), ...sums.map(({ currency }) => currency)])].toSorted()
  return currencies.flatMap((currency) => {
    let balance = opening.get(currency) ?? 0
    const statements = months.map((month) => {
      const own = sums.filter((sum) => sum.month === month && sum.currency === currency)
      const statement = statementOf({ month, currency, openingMinor: balance }, own)
      balance = statement.closingMinor
      return statement
    })
    const first = statements.findIndex(({ openingMinor, lines }) => openingMinor !== 0 || lines.length > 0)
    return first < 0 ? [] : statements.slice(first)
  })
}

function statementOf(
  { month, currency, openingMinor }: Pick<Statement, 'month' | 'currency' | 'openingMinor'>,
  own: readonly MonthSum[],
): Statement {
  const of = (account: LedgerAccount) => sumOf(own, (sum) => (sum.account === account ? sum.minor : 0))
  const lines = lineGroups.flatMap((group) => linesOf(group, of)).filter(({ minor }) => minor !== 0)
  const movement = sumOf(own, (sum) => (isOneOf(fundsAccounts, sum.account) ? sum.minor : 0))
  return {
    month,
    currency,
    openingMinor,
    lines,
    closingMinor: openingMinor + movement,
    unexplainedMinor: movement - sumOf(lines, ({ minor }) => minor),
  }
}

function linesOf(group: LineGroup, of: (account: LedgerAccount) => number): StatementLine[] {
  const lines = accountsOf[group].map((account): StatementLine => ({ group, account, minor: 0 - of(account) }))
  const [first] = lines
  // Where the money of a payout is does not matter here.
  return group === 'payouts' && first ? [{ ...first, minor: sumOf(lines, ({ minor }) => minor) }] : lines
}

export const groupMinor = ({ lines }: Statement, groups: readonly LineGroup[]): number =>
  sumOf(lines, ({ group, minor }) => (groups.includes(group) ? minor : 0))

function sumOf<T>(all: readonly T[], minorOf: (one: T) => number): number {
  return all.reduce((sum, one) => sum + minorOf(one), 0)
}
