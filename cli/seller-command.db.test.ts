import { rowOf } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { demoTemplate } from '../e2e/demo-template.ts'
import { UsageError } from './arguments.ts'
import { sellerActions } from './seller-command.ts'

const db = await testDatabase({ template: await demoTemplate() })

async function remove(...args: string[]): Promise<string[]> {
  const said: string[] = []
  await sellerActions.remove(args)({ db, say: (line) => said.push(line) })
  return said
}

/** Row counts of each table with a seller, for one seller and for all others. */
async function rowsOf(sellerId: number): Promise<Record<string, readonly [own: number, others: number]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attname = 'seller_id' and c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'hub'::regnamespace
    order by 1`.execute(db.owner)
  const counted = tables.map(async ({ name }) => {
    const { rows } = await sql<{ own: number; others: number }>`
      select count(*) filter (where seller_id = ${sellerId}) as own, count(*) filter (where seller_id <> ${sellerId}) as others
      from ${sql.table(name)}`.execute(db.owner)
    return [name, [rows[0]!.own, rows[0]!.others]] as const
  })
  return Object.fromEntries(await Promise.all(counted))
}

it('removes a suspended seller with all that is theirs, and nothing of anybody else', async () => {
  const { id } = await rowOf(db.owner, 'sellers', { username: 'harbour-camera' })
  await expect(remove('nobody')).rejects.toThrow(UsageError)
  await expect(remove('harbour-camera', '--confirm', 'harbour-camera')).rejects.toThrow(/Suspend harbour-camera first/)
  await db.owner.updateTable('sellers').set({ suspended_at: new Date() }).where('id', '=', id).execute()
  await sql`insert into invoices (seller_id, number, order_id, issued_at, issued_by, contents)
    select ${id}, row_number() over (order by id), id, now(), 'Ada', '{}' from orders where seller_id = ${id} limit 2`.execute(
    db.owner,
  )
  const before = await rowsOf(id)
  expect(Object.values(before).filter(([own]) => own > 0).length).toBeGreaterThan(30)

  expect(await remove('harbour-camera')).toEqual([
    expect.stringMatching(/^harbour-camera: \d{4} orders, .* Nothing removed yet/),
  ])
  await expect(remove('harbour-camera', '--confirm', 'nordlicht')).rejects.toThrow(/Nothing was removed/)
  expect(await rowsOf(id)).toEqual(before)

  expect(await remove(String(id), '--confirm', 'harbour-camera')).toEqual([
    expect.stringMatching(/^1000 of \d+ orders/),
    expect.any(String),
    expect.any(String),
    expect.stringMatching(/^(\d+) of \1 orders/),
    expect.stringMatching(/^Removed harbour-camera/),
  ])
  const expected = Object.fromEntries(Object.entries(before).map(([name, [, others]]) => [name, [0, others]]))
  expect(await rowsOf(id)).toEqual(expected)
  await expect(remove('harbour-camera')).rejects.toThrow(/No seller/)
})
