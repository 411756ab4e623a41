import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { SellerDb } from '#db/client.ts'
import { discardListings } from '#features/selling/listing-form/keep/discarded-drafts-db.server.ts'
import { publishDrafts } from '#features/selling/listing-form/publish/publish-drafts.server.ts'
import { addTestListing } from '../testing-orders.ts'
import { refusalOf } from './testing.ts'
import { toolShop } from './testing-listing.ts'

const { db, sell, shop, inventory, camera, offerOf, newOffer, listingOf, answerOf } = await toolShop()

describe('a tool and members at the same time', () => {
  it('the tool changes the content of a hub listing by SKU, but not its variations', async () => {
    const item = await shop.publish({ sku: 'HUB-1' })
    await inventory.createOrReplaceInventoryItem('HUB-1', camera({ title: 'By the tool' }))
    expect(await listingOf(item)).toMatchObject({ title: 'By the tool', quantity_available: 2 })
    // An imported listing lacks required fields: its stock can change, its text only together with them.
    await addTestListing(db, { sellerId: shop.sellerId, quantity: 1, sku: 'OLD' })
    const old = await inventory.getInventoryItem('OLD')
    await inventory.createOrReplaceInventoryItem('OLD', {
      ...old,
      availability: { shipToLocationAvailability: { quantity: 9 } },
    })
    expect(await inventory.getInventoryItem('OLD')).toMatchObject({
      availability: { shipToLocationAvailability: { quantity: 9 } },
    })
    expect(await refusalOf(inventory.createOrReplaceInventoryItem('OLD', camera()))).toMatchObject({
      status: 400,
    })
  })
  it('the tool’s change waits for an order in progress on the same listing', async () => {
    await inventory.createOrReplaceInventoryItem('SELLS', camera())
    const { offerId } = (await inventory.createOffer(newOffer('SELLS'))) as { offerId: string }
    const { listingId: item } = (await inventory.publishOffer(offerId)) as { listingId: string }
    // Like an order: a new version with fewer units.
    const sells = (own: SellerDb) =>
      sql`update listings set version = version + 1, quantity_available = quantity_available - 1
        where seller_id = ${shop.sellerId} and item_number = ${item}`.execute(own)
    const price = { value: '999.00', currency: 'GBP' }
    const byOffer = [{ offers: [{ offerId, availableQuantity: 7, price }] }]
    const bySku = [{ sku: 'SELLS', shipToLocationAvailability: { quantity: 9 } }]
    const answers = [
      await meanwhile(sells, () => answerOf((tool) => tool.bulkUpdatePriceQuantity({ requests: bySku }))),
      await meanwhile(sells, () =>
        answerOf((tool) => tool.createOrReplaceInventoryItem('SELLS', camera({ title: 'Leica M3' }, 8))),
      ),
      await meanwhile(sells, () => answerOf((tool) => tool.updateOffer(offerId, offerOf({ availableQuantity: 8 })))),
      await meanwhile(sells, () => answerOf((tool) => tool.bulkUpdatePriceQuantity({ requests: byOffer }))),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 204, 204, 200])
    expect(await listingOf(item)).toMatchObject({ title: 'Leica M3', price_minor: 99_900, quantity_available: 7 })
  })

  it('the tool learns that a member published or discarded the draft, and creates no second one', async () => {
    const args = {
      hub: sell.hub,
      seller: { id: shop.sellerId, currency: 'GBP', timeZone: 'Europe/London' },
      texts: { typed: (decimal: string) => decimal, grouping: ',' as const },
    }
    const publish = (item: string) => (own: SellerDb) =>
      publishDrafts(own, args, { itemNumbers: [item], startsAt: null })
    const discard = (item: string) => async (own: SellerDb) =>
      discardListings(own, shop.sellerId, [(await listingOf(item)).id])
    /** Pauses a reader who has seen the draft until the draft is deleted. */
    const discardAhead = (item: string) => async (own: SellerDb) => {
      await discard(item)(own)
      await sql`lock table listing_contents in access exclusive mode`.execute(own)
    }
    const draft = async (sku: string) => {
      await inventory.createOrReplaceInventoryItem(sku, camera())
      return ((await inventory.createOffer(newOffer(sku))) as { offerId: string }).offerId
    }
    const change = (offerId: string) => inventory.updateOffer(offerId, offerOf({ availableQuantity: 9 }))
    const [first, second, third, fourth, fifth] = [
      await draft('R-1'),
      await draft('R-2'),
      await draft('R-3'),
      await draft('R-4'),
      await draft('R-5'),
    ]
    // A withdrawn draft has no form yet.
    await inventory.publishOffer(third)
    await inventory.withdrawOffer(third)
    const [again] = (await shop.listings()).filter(({ sku, state }) => sku === 'R-3' && state === 'DRAFT')
    const told = [
      await meanwhile(publish(first), () => refusalOf(change(first))),
      await meanwhile(publish(second), () => refusalOf(inventory.publishOffer(second))),
      await meanwhile(publish(again!.item_number), () => refusalOf(change(third))),
      await meanwhile(discard(fourth), () => refusalOf(change(fourth))),
      await meanwhile(discardAhead(fifth), () =>
        refusalOf(inventory.createOrReplaceInventoryItem('R-5', camera({ imageUrls: [] }))),
      ),
    ]
    expect(told.map(({ status, id }) => `${status} ${id}`)).toEqual(Array.from(told, () => '409 25025'))
    const left = (await shop.listings()).filter(({ sku, state }) => sku?.startsWith('R-') && state !== 'ENDED')
    expect(left.map(({ sku, state, quantity_available }) => [sku, state, quantity_available])).toEqual(
      ['R-1', 'R-2', 'R-3'].map((sku) => [sku, 'ACTIVE', 2]),
    )
  })
})

/** The tool's response while a member's change is uncommitted. */
async function meanwhile<T>(change: (own: SellerDb) => Promise<unknown>, ask: () => Promise<T>): Promise<T> {
  let isDone = false
  const { told } = await db.asSeller(shop.sellerId, 'write', async (own) => {
    await change(own)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(own)
    const asked = ask().finally(() => (isDone = true))
    await expect.poll(async () => isDone || (await isWaitedFor(rows[0]!.pid))).toBe(true)
    return { told: asked }
  })
  return told
}

async function isWaitedFor(pid: number): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and ${pid} = any (pg_blocking_pids(pid))`.execute(
    db.owner,
  )
  return rows.length > 0
}
