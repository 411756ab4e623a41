import { testHubAt } from '#features/people/accounts/testing.ts'
import { addRow } from '#db/testing-row.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { addFormProducts, addFormShop } from '#features/selling/listing-form/testing.ts'
import { applyPatches, type PatchOrder } from './apply-patches-db.server.ts'
import type { ListingPatch } from './listing-patch.ts'

const { db, hub, now } = await testHubAt('2026-11-20T12:00:00Z')
await addFormProducts(db)
const shop = await addFormShop(hub, db, 'camera-shop')
const other = await addFormShop(hub, db, 'other-shop')

const apply = (patches: readonly PatchOrder[], sellerId = shop.sellerId) =>
  db.asSeller(sellerId, 'write', (own) =>
    applyPatches(own, {
      sellerId,
      patches,
      taxonomy: hub.config.taxonomy,
      limits: hub.config.policyPack.limits,
      now,
    }),
  )

async function publish(change: Record<string, string> = {}) {
  const item = await shop.publish(change)
  return (await shop.listings()).find(({ item_number }) => item_number === item)!
}

const rowOf = async (id: number) => (await shop.listings()).find((row) => row.id === id)!

const contentOf = (id: number) =>
  db.owner.selectFrom('listing_contents').selectAll().where('listing_id', '=', id).executeTakeFirstOrThrow()

describe('patches of listings', () => {
  it('make a kit of a listing, refuse its stock, and give back what was counted', async () => {
    const part = await publish({ sku: 'KIT-PART', quantity: '9' })
    const { id } = await publish({ sku: 'KIT-SET', quantity: '5' })
    const patchOf = async (patch: ListingPatch) => {
      const [outcome] = await apply([{ listingId: id, expected: null, patch }])
      return outcome
    }
    expect(await patchOf({ parts: '1 NOBODY' })).toMatchObject({
      problems: [{ field: 'parts', problem: 'kit', values: { reason: 'unknown', sku: 'NOBODY' } }],
    })
    expect(await patchOf({ parts: '2 KIT-PART' })).toMatchObject({ ok: true, inverse: { parts: null, quantity: 5 } })
    expect(await rowOf(id)).toMatchObject({ is_kit: true, quantity_available: 4 })
    expect(await patchOf({ quantity: 7 })).toMatchObject({ problems: [{ field: 'quantity', problem: 'stockOfKit' }] })
    expect(await patchOf({ parts: null, quantity: 5 })).toMatchObject({ ok: true })
    expect(await rowOf(id)).toMatchObject({ is_kit: false, quantity_available: 5, state: 'ACTIVE' })
    expect(await rowOf(part.id)).toMatchObject({ quantity_available: 9 })
  })

  it('change every field, and their inverse restores all of it', async () => {
    const { id, version } = await publish({ sku: 'M3-1', cost: '700' })
    const [row, content] = [await rowOf(id), await contentOf(id)]
    const { id: policy } = await addRow(db.owner, 'seller_policies', {
      seller_id: shop.sellerId,
      kind: 'RETURN',
      name: 'Long',
      days: 60,
    })
    const patch: ListingPatch = {
      price: 99_900,
      quantity: 3,
      title: 'Leica M3, serviced',
      sku: 'M3-2',
      condition: 'GOOD',
      handling: 2,
      minimumOffer: 50_000,
      weight: 600,
      length: 145,
      bin: 'A-12',
      cost: null,
      description: '<p>New</p><script>alert(1)</script>',
      'policy.RETURN': policy,
      'aspect.Model': ['M3', 'DS'],
    }
    const [outcome] = await apply([{ listingId: id, expected: null, patch }])
    expect(outcome).toMatchObject({ ok: true, inverse: { price: 124_900, sku: 'M3-1', bin: null, cost: 70_000 } })
    expect(await rowOf(id)).toMatchObject({
      price_minor: 99_900,
      quantity_available: 3,
      title: 'Leica M3, serviced',
      sku: 'M3-2',
      condition: 'GOOD',
      version: version + 1,
    })
    expect(await contentOf(id)).toMatchObject({
      handling_days: 2,
      best_offer: true,
      minimum_offer_minor: 50_000,
      weight_grams: 600,
      length_mm: 145,
      cost_minor: null,
      description: '<p>New</p>',
      aspects: { ...content.aspects, Model: ['M3', 'DS'] },
    })
    const bins = await db.owner.selectFrom('bins').select(['sku', 'bin']).execute()
    expect(bins).toEqual([{ sku: 'M3-2', bin: 'A-12' }])
    if (!outcome?.ok) throw new Error('it was applied')
    const [undone] = await apply([{ listingId: id, expected: null, patch: outcome.inverse }])
    expect(undone).toMatchObject({ ok: true })
    expect(await contentOf(id)).toEqual(content)
    expect(await rowOf(id)).toEqual({ ...row, version: version + 2 })
  })

  it('sell out and restock', async () => {
    const { id } = await publish()
    await apply([{ listingId: id, expected: null, patch: { quantity: 0 } }])
    expect(await rowOf(id)).toMatchObject({ state: 'OUT_OF_STOCK', quantity_available: 0 })
    await apply([{ listingId: id, expected: null, patch: { quantity: 2 } }])
    expect(await rowOf(id)).toMatchObject({ state: 'ACTIVE', quantity_available: 2 })
  })

  it('leave alone what changed since, what breaks a rule and what is gone, and change the rest', async () => {
    const ids = [await publish(), await publish(), await publish()].map(({ id }) => id)
    const [same, changed, wrong] = ids as [number, number, number]
    await apply([{ listingId: changed, expected: null, patch: { price: 100 } }])
    const expected = { price: 124_900 }
    const outcomes = await apply([
      { listingId: wrong, expected, patch: { price: 0 } },
      { listingId: 987_654, expected, patch: { price: 500 } },
      { listingId: changed, expected, patch: { price: 500 } },
      { listingId: same, expected, patch: { price: 500 } },
    ])
    expect(outcomes).toMatchObject([
      { listingId: wrong, ok: false, reason: 'problems', problems: [{ field: 'price', problem: 'priceMissing' }] },
      { ok: false, reason: 'gone' },
      { listingId: changed, ok: false, reason: 'changed-since', now: { price: 100 } },
      { listingId: same, ok: true, inverse: { price: 124_900 } },
    ])
    expect((await rowOf(same)).price_minor).toBe(500)
    expect((await rowOf(changed)).price_minor).toBe(100)
  })

  it('leave units that the marketplace’s shop counts', async () => {
    const { id } = await publish({ quantity: '3' })
    const countedBy = (owner: 'SHOP' | null) =>
      db.owner.updateTable('sellers').set({ stock_owner: owner }).where('id', '=', shop.sellerId).execute()
    onTestFinished(async () => void (await countedBy(null)))
    await countedBy('SHOP')
    expect(await apply([{ listingId: id, expected: null, patch: { quantity: 7 } }])).toMatchObject([
      { ok: false, reason: 'problems', problems: [{ field: 'quantity', problem: 'stockOfShop' }] },
    ])
    expect(await apply([{ listingId: id, expected: null, patch: { price: 500 } }])).toMatchObject([{ ok: true }])
    expect(await rowOf(id)).toMatchObject({ quantity_available: 3, price_minor: 500 })
  })

  it('change another seller’s listing never', async () => {
    const { id } = await publish()
    const [outcome] = await apply([{ listingId: id, expected: null, patch: { price: 1 } }], other.sellerId)
    expect(outcome).toMatchObject({ ok: false, reason: 'gone' })
    expect((await rowOf(id)).price_minor).toBe(124_900)
  })

  it('give a SKU to one listing only', async () => {
    const ids = [await publish({ sku: 'TAKEN' }), await publish(), await publish()].map(({ id }) => id)
    const outcomes = await apply([
      { listingId: ids[1]!, expected: null, patch: { sku: 'TAKEN' } },
      { listingId: ids[1]!, expected: null, patch: { sku: 'FREE' } },
      { listingId: ids[2]!, expected: null, patch: { sku: 'FREE' } },
    ])
    expect(outcomes.map(({ ok }) => ok)).toEqual([false, true, false])
  })

  it('tell programs and open pages, as other changes do', async () => {
    const { id } = await publish()
    const events = () =>
      db.owner.selectFrom('events').select('type').where('listing_id', '=', id).orderBy('id').execute()
    const before = (await events()).length
    await apply([{ listingId: id, expected: null, patch: { price: 5000, quantity: 7 } }])
    expect((await events()).slice(before).map(({ type }) => type)).toEqual(['listing.changed', 'stock.changed'])
    const unchanged = (await events()).length
    await apply([{ listingId: id, expected: null, patch: { price: 5000 } }])
    expect(await events()).toHaveLength(unchanged)
  })
})
