import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { findWrongSums } from '#db/kept-sums.ts'
import type { TestDatabase } from '#db/testing.ts'
import { checkLedger, type LedgerCheck } from '#features/core/ledger/check-ledger-db.server.ts'
import { demoDatabase, demoMoment } from '#marketplace/demo/testing.ts'
import { readConfig } from '#server/config.ts'
import { doctorCommand } from './doctor-command.ts'
import { runCommand } from './testing.ts'

/** Opens the database as a hub does that finds the schema of the next version. */
const openNewer = (db: TestDatabase) => () =>
  Promise.resolve({
    db,
    url: db.url,
    applied: { migrations: [], functions: false, isNewer: true as const },
    close: async () => {},
  })

async function run(db: TestDatabase, ...args: string[]): Promise<{ code: number; said: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hub-doctor-'))
  // Created at the first start, including its parents.
  const config = readConfig({ DATA_DIR: path.join(folder, 'not/yet') })
  return runCommand(doctorCommand, args, { db, config, now: () => demoMoment.now })
}

describe('hub doctor', () => {
  it('finds sums, search words and triggers that are not as they should be, and repairs them', async () => {
    const db = await demoDatabase()
    const sound = await run(db)
    expect(sound.said).toContain('✓ Stored counts, sums, search words and names match their rows')
    expect(sound.said).toMatch(/✓ \d+ triggers are in place/)
    expect(sound.said).toContain('✓ The books balance, payouts equal their rows, and every paid order is in them')
    await sql
      .raw(
        `update order_counts set units = units + 1; delete from sales_hours where seller_id = 1;
         update feedback_weeks set positive = positive + 1;
         update listing_counts set listings = 0; delete from seller_orders;
         update stock_items set available = available + 1 where is_stocked; delete from stock_item_counts;
         delete from ledger_entries where order_id = (select min(order_id) from transactions where state = 'PROCESSING');
         update ledger_hours set amount_minor = amount_minor + 1; delete from ledger_days; update transaction_days set transactions = 0;
         update order_search set personal = ''; delete from listing_search;
         update seller_names set display_name = 'Another'; delete from seller_names where seller_id = 1;
         drop trigger told_added on cases; alter table feedback disable trigger feedback_added`,
      )
      .execute(db.owner)
    const before = await run(db)
    expect(before.code).toBe(1)
    for (const table of [
      'order_counts',
      'seller_orders',
      'sales_hours',
      'feedback_weeks',
      'listing_counts',
      'stock_items',
      'stock_item_counts',
      'ledger_hours',
      'ledger_days',
      'transaction_days',
      'order_search',
      'listing_search',
      'seller_names',
    ])
      expect(before.said).toMatch(new RegExp(`✗ ${table} has \\d+ wrong rows: npm run hub -- doctor --repair`))
    expect(before.said).toMatch(
      /✗ Triggers are missing or disabled \((told_added on cases|feedback_added on feedback), /,
    )
    expect(before.said).toContain('✗ 1 paid orders are not in the books: npm run hub -- doctor --repair')
    const repaired = await run(db, '--repair')
    expect(repaired.said).toContain('✓ 1 paid orders will be posted to the books')
    expect(repaired.said).toContain('✓ order_counts repaired')
    expect(repaired.said).toMatch(/✓ Triggers repaired: .*told_added on cases/)
    const after = await run(db)
    expect(after.code).toBe(0)
    expect(after.said).toContain('✓ Stored counts, sums, search words and names match their rows')
    expect(after.said).toMatch(/✓ \d+ triggers are in place/)
    expect(await findWrongSums(db.owner)).toEqual([])
  })

  it('finds payouts that are not the sum of their rows, which no repair can know, and what waits for ten minutes', async () => {
    const db = await demoDatabase()
    const paid = `select id from payouts where seller_id = 1 and state = 'SUCCEEDED'`
    const checkAfter = async (change: string) => {
      let check: LedgerCheck | undefined
      const undone = new Error('undone')
      const changing = db.owner.transaction().execute(async (tx) => {
        await sql.raw(change).execute(tx)
        check = await checkLedger(tx, demoMoment.now)
        throw undone
      })
      await expect(changing).rejects.toBe(undone)
      return check
    }
    const wrongAfter = async (change: string) => (await checkAfter(change))?.wrongPayouts
    const oneRow = `(select min(id) from transactions where payout_id = (${paid} order by id limit 1))`
    const otherPayout = `(${paid} order by id desc limit 1)`
    expect(await wrongAfter(`update transactions set state = 'IN_PAYOUT' where id = ${oneRow}`)).toBe(1)
    expect(await wrongAfter(`update transactions set payout_id = ${otherPayout} where id = ${oneRow}`)).toBe(2)
    expect(
      await wrongAfter(
        'delete from returned_payout_rows where payout_id = (select min(payout_id) from returned_payout_rows)',
      ),
    ).toBe(1)
    const notedAt = (time: string) => checkAfter(`update stock_due set noted_at = '2026-11-20T${time}Z'`)
    expect(await notedAt('13:55:00')).toMatchObject({ overdue: 0 })
    const [due] = await db.owner
      .selectFrom('stock_due')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .execute()
    expect(due?.n).toBeGreaterThan(0)
    expect(await notedAt('13:54:59')).toMatchObject({ overdue: due?.n })
    await sql.raw(`update payouts set amount_minor = amount_minor + 1 where id = ${otherPayout}`).execute(db.owner)
    const { code, said } = await run(db, '--repair')
    expect(code).toBe(1)
    expect(said).toContain('✗ 1 payouts are not the sum of their rows: restore a backup into a new database.')
  })

  it('leaves triggers and sums of a newer version alone', async () => {
    const db = await demoDatabase()
    await sql`drop trigger told_added on cases`.execute(db.owner)
    const { code, said } = await runCommand(doctorCommand, ['--repair'], {
      db,
      openDatabase: openNewer(db),
      now: () => demoMoment.now,
    })
    expect({ code, said }).toEqual({
      code: 0,
      said: expect.stringContaining('The database schema is from a newer version'),
    })
    const restored = sql`select from pg_trigger where tgname = 'told_added' and tgrelid = 'cases'::regclass`
    expect((await restored.execute(db.owner)).rows).toEqual([])
  })
})
