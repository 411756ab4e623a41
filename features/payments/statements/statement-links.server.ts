import { listHref } from '#features/machinery/grid/list-query.ts'
import { payoutsList } from '../payouts/payouts-list.server.ts'
import type { TransactionKind } from '../transactions/transaction.ts'
import { transactionsHref } from '../transactions/transactions-list.server.ts'
import { daysOfMonth } from './statement-months.ts'
import type { StatementLine } from './statement.ts'

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
export function lineHref(line: Pick<StatementLine, 'group' | 'account'>, month: string): string {
  const { first, last } = daysOfMonth(month)
  const kinds = kindsOf(line)
  return kinds === null
    ? listHref(payoutsList, null, { filters: { initiated: [first, last] } })
    : transactionsHref({ kind: [...kinds], time: [first, last] })
}

/** URL of all transactions of a month. */
export const monthHref = (month: string): string => {
  const { first, last } = daysOfMonth(month)
  return transactionsHref({ time: [first, last] })
}
