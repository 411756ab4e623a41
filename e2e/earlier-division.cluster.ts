import { sql } from 'kysely'
import { expect, inject, it } from 'vitest'
import { oneRow } from '#db/one-row.ts'
import { hubCommand } from '#server/cluster-testing.ts'
import { dataFolder, startHub } from '#server/process-testing.ts'
import { checkOutCommit, hasCommit, usePackages } from '#server/rolling-testing.ts'
import { paths } from '#web/paths.ts'
import { readCatalogue } from './cluster-catalogue.ts'
import { addShop, clusterHub, marketplaceKey, otherSchema, toolKey, writeByPrograms } from './cluster-testing.ts'
import { httpMember, linksIn } from './http-member.ts'

/** The first version whose division a real cluster took. */
const first = { commit: 'fc52e60f1ca255d93107860caabc7229c6e24878' }

it('a schema that the first version divided becomes what this version divides, and serves', async ({ skip }) => {
  if (!hasCommit(first)) {
    const reason = `This clone lacks the version that divided first: git fetch origin ${first.commit}`
    process.stderr.write(`${reason}\n`)
    skip(reason)
  }
  const folder = await dataFolder()
  checkOutCommit(first, folder)
  usePackages(folder)
  const earlier = await otherSchema('hub_cluster_earlier')
  for (const command of ['migrate', 'distribute', 'demo']) await hubCommand(earlier, [command], folder)

  expect(await hubCommand(earlier, ['migrate'])).toContain('Applied')
  expect(await hubCommand(earlier, ['distribute'])).toBe('Everything is already divided.\n')
  const [now, today] = [await readCatalogue(earlier), await readCatalogue(inject('divided'))]
  expect(today.size).toBeGreaterThan(2_000)
  expect([...today].filter((line) => !now.has(line))).toEqual([])
  expect([...now].filter((line) => !today.has(line))).toEqual([])

  // Its jobs post the orders of the earlier version and sum their days.
  const { coordinator: DATABASE_URL, schema: DATABASE_SCHEMA } = earlier
  const hub = await startHub({ DATABASE_URL, DATABASE_SCHEMA, LOG_LEVEL: 'error' })
  await hub.ready
  const test = await clusterHub(earlier)
  const left = sql<{ left: number }>`
    select (select count(*) from ledger_backfills where done_at is null)::int + (select count(*) from ledger_due)::int
      + (select count(*) from sold_days_due)::int as left`
  await expect.poll(async () => (await oneRow(test.db.owner, left)).left).toBe(0)
  const owner = await httpMember(test, 'owner@demo.example')
  const found = new Set([paths.orders, ...linksIn(await owner.read('/')), ...linksIn(await owner.read(paths.orders))])
  const pages = [...found].filter((link) => link.startsWith('/') && !/sign-out|export|\.csv/.test(link))
  const failed: string[] = []
  for (const page of pages) {
    const { status } = await owner.get(page)
    if (status >= 400) failed.push(`${status} ${page}`)
  }
  expect(pages.length).toBeGreaterThan(30)
  expect(failed).toEqual([])
  const api = await marketplaceKey(test)
  const shop = await addShop(test, api, 'later')
  expect(await writeByPrograms(test, shop, { api, tool: await toolKey(test, shop) })).toEqual([])
  hub.child.kill('SIGTERM')
  expect(await hub.exited).toBe(0)
  expect(hub.output()).not.toMatch(/"level":[56]0/)
  expect(await hubCommand(earlier, ['doctor'])).toContain('All checks passed.')
})
