import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { waitingForLock } from '#db/testing-waits.ts'
import type { SellerDb } from '#db/client.ts'
import { testServices } from '#features/accounts/testing.ts'
import { findDraft } from '../keep/drafts-db.server.ts'
import { publishListing } from './publish-listing.server.ts'
import { addFormProducts, addFormShop } from '../testing.ts'

const db = await testDatabase()
const now = new Date('2026-11-20T12:00:00Z')
const hub = testServices(db, { now: () => now })
const shop = await addFormShop(hub, db, 'camera-shop')
await addFormProducts(db)

/** Keeps a complete form; returns what publishes it. */
async function draftWith(change: Record<string, string>) {
  const view = await shop.open('mode=AddItem')
  expect((await shop.keep(view, await shop.complete(change))).status).toBe(200)
  return async (own: SellerDb) => {
    const draft = (await findDraft(own, shop.sellerId, { formKey: view.hidden.key }))!
    const setting = { currency: 'GBP', zone: 'Europe/London', limits: hub.config.policyPack.limits }
    return publishListing(own, { sellerId: shop.sellerId, draft, setting, taxonomy: hub.config.taxonomy, now })
  }
}

it.each([
  ['a listing', { sku: 'ONE-1' }, 'sku'],
  [
    'a variation',
    {
      'axis1.name': 'Size',
      'axis1.values': 'S',
      'row.0.values': 'S',
      'row.0.sku': 'VAR-1',
      'row.0.price': '5',
      'row.0.quantity': '2',
    },
    'row.0.sku',
  ],
])('of two at the same time with the SKU of %s the second is told', async (_, change, field) => {
  const [one, two] = [await draftWith(change), await draftWith(change)]
  const asShop = <T>(work: (own: SellerDb) => Promise<T>) => db.asSeller(shop.sellerId, 'write', work)
  let isDone = false
  const [first, second] = await asShop(async (own) => {
    const outcome = await one(own)
    const other = asShop(two).finally(() => (isDone = true))
    await expect.poll(async () => isDone || (await waitingForLock(db.pool)).length > 0).toBe(true)
    return [outcome, { other }] as const
  })
  expect(first.ok).toBe(true)
  expect(await second.other).toMatchObject({
    ok: false,
    reason: 'problems',
    problems: [{ field, problem: 'skuTaken' }],
  })
})
