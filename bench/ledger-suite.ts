import { sql } from 'kysely'
import { openDatabase, type Database } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import { checkLedger } from '#features/core/ledger/check-ledger-db.server.ts'
import { postDueOrders } from '#features/core/ledger/posting/post-due.server.ts'
import { demoLedgerRules } from '#marketplace/demo/ledger-rules.ts'
import { goalTable } from './goals.ts'
import type { Table } from './table.ts'

export async function ledgerSuite({ url, say }: { url: string; say: (line: string) => void }): Promise<Table[]> {
  const db = openDatabase({ url })
  try {
    const before = await sizes(db)
    if (before.postings > 0) {
      say('  the kept marketplace is posted already: the ledger is left out')
      return []
    }
    await sql`insert into ledger_due (seller_id, order_id) select seller_id, id from orders
      on conflict do nothing`.execute(db.owner)
    const began = performance.now()
    let failure: unknown = null
    const orders = await postDueOrders(db, {
      rules: demoLedgerRules,
      report: (error) => (failure = error),
    })
    const seconds = (performance.now() - began) / 1000
    if (failure) throw failure
    const { postings, entries, bytes } = await sizes(db)
    const check = await checkLedger(db.owner, new Date())
    if (Object.values(check).some((wrong) => wrong > 0))
      throw new Error(`the books are wrong: ${JSON.stringify(check)}`)
    const row = (what: string, rows: number) => [what, count(rows), seconds.toFixed(1), count(rows / seconds)]
    return [
      {
        title: 'Posting imported orders',
        columns: ['what', 'rows', 'seconds', 'rows/s'],
        rows: [row('orders', orders), row('entries', entries), row('postings', postings)],
        notes: [`The books take ${count((bytes - before.bytes) / 1e6)} MB, with their indexes.`],
      },
      goalTable([{ what: 'postings', figure: postings / seconds, unit: 'postings/s', least: 20_000 }]),
    ]
  } finally {
    await db.close()
  }
}

const sizes = ({ owner }: Database) =>
  oneRow(
    owner,
    sql<{ postings: number; entries: number; bytes: number }>`
    select (select count(*) from ledger_postings) as postings, (select count(*) from ledger_entries) as entries,
      pg_database_size(current_database()) as bytes`,
  )

const count = (value: number) => Math.round(value).toLocaleString('en')
