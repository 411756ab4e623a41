import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { findWrongSums } from '#db/kept-sums.ts'
import type { TestDatabase } from '#db/testing.ts'
import { demoDatabase, demoMoment } from '#marketplace/demo/testing.ts'
import { readConfig } from '#server/config.ts'
import { doctorCommand } from './doctor-command.ts'
import { runCommand } from './testing.ts'

async function run(db: TestDatabase, ...args: string[]): Promise<{ code: number; said: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hub-doctor-'))
  // Created at the first start, including its parents.
  const config = readConfig({ DATA_DIR: path.join(folder, 'not/yet') })
  return runCommand(doctorCommand, args, { db, config, now: () => demoMoment.now })
}

describe('hub doctor', () => {
  it('finds sums and search words that are not what their rows say, and makes them anew', async () => {
    const db = await demoDatabase()
    expect((await run(db)).said).toContain('✓ Counts, sums and search words are those of their rows')
    await sql
      .raw(
        `update order_counts set units = units + 1; delete from sales_hours where seller_id = 1;
         update feedback_weeks set positive = positive + 1;
         update listing_counts set listings = 0;
         update order_search set personal = ''; delete from listing_search`,
      )
      .execute(db.owner)
    const before = await run(db)
    expect(before.code).toBe(1)
    for (const table of [
      'order_counts',
      'sales_hours',
      'feedback_weeks',
      'listing_counts',
      'order_search',
      'listing_search',
    ])
      expect(before.said).toMatch(new RegExp(`✗ ${table} has \\d+ rows? .* npm run hub -- doctor --repair`))
    const repaired = await run(db, '--repair')
    expect(repaired.said).toContain('✓ order_counts was made anew')
    expect(await findWrongSums(db.owner)).toEqual([])
    expect((await run(db)).said).toContain('✓ Counts, sums and search words are those of their rows')
  })

  it('finds triggers that are missing or disabled, and puts them in place', async () => {
    const db = await demoDatabase()
    expect((await run(db)).said).toMatch(/✓ \d+ triggers are in place/)
    await sql
      .raw('drop trigger told_added on cases; alter table feedback disable trigger feedback_added')
      .execute(db.owner)
    const { code, said } = await run(db)
    expect(code).toBe(1)
    expect(said).toMatch(/✗ Triggers are missing or disabled \((told_added on cases|feedback_added on feedback), /)
    expect((await run(db, '--repair')).said).toMatch(/✓ Triggers were put in place: .*told_added on cases/)
    expect((await run(db)).said).toMatch(/✓ \d+ triggers are in place/)
  })
})
