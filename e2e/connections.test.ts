import { expect, it } from 'vitest'
import { refusedOrder, reportOf } from '#features/operator/connections/testing.ts'
import { findConnection, saveReport } from '#features/operator/connections/connections-db.server.ts'
import { minute } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import { expectGood } from './good-page.ts'
import { openPage, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()
const now = test.hub.now()
const parcel = { direction: 'TO_SHOP', kind: 'PARCEL', about: 'A-1003' } as const
const refused = [
  refusedOrder('A-1001'),
  refusedOrder('A-1002', { reason: '/lines/0/listing: The listing cannot be ordered, because it is a draft.' }),
  refusedOrder('k3v9p1x7q2m4', { ...parcel, reason: 'The order is closed.' }),
]
const save = (name: string, at: Date, more: Parameters<typeof reportOf>[1]) =>
  saveReport(test.db.owner, { name, report: reportOf(at, more), known: null, obeyedUntil: null, now: at })
await save('vendure', now, { refused })
await save('medusa-outlet', new Date(now.getTime() - 60 * minute), {
  shop: 'Medusa',
  failure: 'The shop answered 502.',
})

it('an operator sees how far connected shops are, has refused items sent again, and removes a connection that is gone', async () => {
  const page = await signedInPage(test, 'operator@demo.example', { reducedMotion: 'reduce' }, { drawn: true })
  await expectGood(page, test.url, paths.operatorConnections())
  await openPage(page, test.url + paths.operator)
  await page.getByRole('link', { name: 'Connections' }).click()
  await page.getByRole('heading', { level: 1, name: 'Connections' }).waitFor()
  const vendure = page.getByRole('region', { name: 'vendure' })
  await vendure.getByText('Working', { exact: true }).waitFor()

  await vendure.getByRole('button', { name: 'Send again: Parcel of order A-1003' }).click()
  await page.getByRole('status').filter({ hasText: 'The connector sends it again' }).waitFor()
  const row = vendure.getByRole('row').filter({ hasText: 'A-1003' })
  await row.getByText('Will be sent again').waitFor()
  await vendure.getByRole('button', { name: 'Send all again: vendure' }).click()
  await vendure.getByText('All will be sent again').waitFor()
  expect(await findConnection(test.db.owner, 'vendure')).toMatchObject({ allAskedAt: expect.any(Date) })
  await expectGood(page, test.url, paths.operatorConnections())

  await openPage(page, test.url + paths.operatorConnections())
  await page.getByRole('button', { name: 'Remove medusa-outlet' }).click()
  await page.getByRole('status').filter({ hasText: 'Removed.' }).waitFor()
  expect(await page.getByRole('region', { name: 'medusa-outlet' }).count()).toBe(0)
})
