import { groupBy } from '#lib/group-by.ts'
import type { TabModel } from '#shui/tabs/tabs.tsx'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import { addMonths, daysOfMonth } from './statement-months.ts'
import { groupMinor, monthColumns, type LineGroup, type Statement, type StatementLine } from './statement.ts'
import { lineWords, monthWords } from './statement-words.ts'
import { listHref } from '#features/machinery/grid/list-query.ts'
import { payoutsList } from '../payouts/payouts-list.server.ts'
import type { TransactionKind } from '../transactions/transaction.ts'
import { transactionsHref } from '../transactions/transactions-list.server.ts'

const groupsOf: Record<(typeof monthColumns)[number], readonly LineGroup[]> = {
  sales: ['sales'],
  refunds: ['refunds'],
  fees: ['fees'],
  labels: ['labels'],
  other: ['own', 'advertising', 'adjustments', 'disputes'],
  payouts: ['payouts'],
}

export type StatementsModel = ReturnType<typeof statementsModel>

interface Year {
  year: number
  firstYear: number
  now: { year: number; month: string }
}

export function statementsModel(statements: readonly Statement[], { year, firstYear, now }: Year, texts: Texts) {
  const byCurrency = [...groupBy(statements, ({ currency }) => currency)]
  const years = Array.from({ length: now.year - firstYear + 1 }, (_, index) => now.year - index)
  return {
    // Newest first; none if there is only one.
    years: years.length < 2 ? [] : years.map((each) => yearTab(each, year, now.year)),
    currencies: byCurrency.map(([currency, own]) => ({
      currency,
      name: byCurrency.length > 1 ? currency : null,
      rows: own.toReversed().map((statement) => {
        const { month, openingMinor, closingMinor } = statement
        const money = (minor: number) => texts.money({ minor, currency })
        const name = monthWords(month, texts)
        return {
          key: month,
          month: month === now.month ? texts.t('statements.soFar', { month: name }) : name,
          href: paths.statement(month),
          amounts: [
            money(openingMinor),
            ...monthColumns.map((column) => amountOf(groupMinor(statement, groupsOf[column]), money)),
            money(closingMinor),
          ],
        }
      }),
    })),
  }
}

const yearTab = (each: number, year: number, thisYear: number): TabModel => {
  const URL = paths.statements(each === thisYear ? undefined : String(each))
  return { label: { text: String(each), action: { type: 'NAV', URL } }, active: each === year }
}

const amountOf = (minor: number, money: (minor: number) => string) => (minor === 0 ? '' : money(minor))

export interface CurrencyStatement {
  currency: string
  name: string | null
  opening: string
  lines: { key: string; group: string; text: string; href: string; amount: string }[]
  closing: string
  proof: { isRight: boolean; text: string; result: string }
}

interface Month {
  month: string
  firstMonth: string
  thisMonth: string
  next: ReadonlyMap<string, number>
}

export function statementModel(
  statements: readonly Statement[],
  { month, firstMonth, thisMonth, next }: Month,
  texts: Texts,
) {
  const name = monthWords(month, texts)
  const link = (to: string) => ({ text: monthWords(to, texts), href: paths.statement(to) })
  return {
    title: month === thisMonth ? texts.t('statements.soFar', { month: name }) : name,
    transactionsHref: monthHref(month),
    before: month > firstMonth ? link(addMonths(month, -1)) : null,
    after: month < thisMonth ? link(addMonths(month, 1)) : null,
    currencies: statements.map((statement) => ({
      ...currencyStatement(statement, { isCurrent: month === thisMonth, next, texts }),
      name: statements.length > 1 ? statement.currency : null,
    })),
  }
}

function currencyStatement(
  statement: Statement,
  { isCurrent, next, texts }: { isCurrent: boolean; next: ReadonlyMap<string, number>; texts: Texts },
): Omit<CurrencyStatement, 'name'> {
  const { currency, openingMinor, closingMinor, lines, month, unexplainedMinor } = statement
  const { t } = texts
  const money = (minor: number) => texts.money({ minor, currency })
  const movementMinor = lines.reduce((sum, { minor }) => sum + minor, 0)
  const missingMinor = unexplainedMinor || (next.get(currency) ?? 0) - closingMinor
  return {
    currency,
    opening: money(openingMinor),
    lines: lines.map((line) => ({
      key: line.account,
      group: t('statements.group', { group: line.group }),
      text: lineWords(line, texts),
      href: lineHref(line, month),
      amount: money(line.minor),
    })),
    closing: money(closingMinor),
    proof: {
      isRight: missingMinor === 0,
      text: t(movementMinor < 0 ? 'statements.proof.less' : 'statements.proof', {
        opening: money(openingMinor),
        movement: money(Math.abs(movementMinor)),
        closing: money(closingMinor),
      }),
      result:
        missingMinor === 0
          ? t(isCurrent ? 'statements.proof.now' : 'statements.proof.next')
          : t('statements.proof.differs', { amount: money(missingMinor) }),
    },
  }
}

const ofOrders: readonly TransactionKind[] = ['SALE', 'REFUND', 'FEE_CREDIT']

/** Kinds of transactions that a line is the sum of; null for payouts. */
function kindsOf({ group, account }: Pick<StatementLine, 'group' | 'account'>): readonly TransactionKind[] | null {
  if (account === 'fees:other') return ['CHARGE']
  if (account === 'fees:dispute') return ['DISPUTE']
  switch (group) {
    case 'sales':
      return account === 'tax:seller' ? ['SALE', 'REFUND'] : ['SALE']
    case 'refunds':
      return ['REFUND']
    case 'own':
      return ['OWN_PAYMENT']
    case 'fees':
      return ofOrders
    case 'labels':
      return ['LABEL']
    case 'advertising':
      return ['CHARGE']
    case 'adjustments':
      return ['ADJUSTMENT']
    case 'disputes':
      return ['DISPUTE']
    case 'payouts':
      return null
  }
}

/** URL of the rows behind a line of a month. */
function lineHref(line: Pick<StatementLine, 'group' | 'account'>, month: string): string {
  const { first, last } = daysOfMonth(month)
  const kinds = kindsOf(line)
  return kinds === null
    ? listHref(payoutsList, null, { filters: { initiated: [first, last] } })
    : transactionsHref({ kind: [...kinds], time: [first, last] })
}

/** URL of all transactions of a month. */
const monthHref = (month: string): string => {
  const { first, last } = daysOfMonth(month)
  return transactionsHref({ time: [first, last] })
}
