import type { Database } from '#db/client.ts'
import { checkLedger, makeUnpostedDue } from '#features/core/ledger/check-ledger-db.server.ts'

/** A check of the books: what is wrong, or that nothing is. */
export interface BooksFinding {
  level: 'ok' | 'bad'
  text: string
}

/** Checks the books of all sellers. With `repair`, the next job posts paid orders that are not in them. */
export async function checkBooks({ owner }: Database, now: Date, repair: boolean): Promise<BooksFinding[]> {
  const found = await checkLedger(owner, now)
  const { unposted, overdue, unbalanced, wrongTransactions, wrongFunds, wrongPayouts } = found
  const wrong: BooksFinding[] = []
  const bad = (text: string) => void wrong.push({ level: 'bad', text })
  if (unbalanced > 0)
    bad(`${unbalanced} entries of the books do not sum to zero: restore a backup into a new database.`)
  if (wrongTransactions > 0)
    bad(`${wrongTransactions} transactions are not what their entry posts: restore a backup into a new database.`)
  if (wrongFunds > 0)
    bad(`${wrongFunds} balances of funds are not the sum of their transactions: restore a backup into a new database.`)
  if (wrongPayouts > 0)
    bad(`${wrongPayouts} payouts are not the sum of their rows: restore a backup into a new database.`)
  if (overdue > 0)
    bad(`${overdue} orders wait for the books for more than ten minutes: see the log for “could not be posted”.`)
  if (unposted > 0) {
    if (repair)
      wrong.push({ level: 'ok', text: `${await makeUnpostedDue(owner)} paid orders will be posted to the books` })
    else bad(`${unposted} paid orders are not in the books: npm run hub -- doctor --repair has them posted.`)
  }
  return wrong.length > 0
    ? wrong
    : [{ level: 'ok', text: 'The books balance, payouts equal their rows, and every paid order is in them' }]
}
