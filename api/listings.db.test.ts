import { addRows } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { readSummaryLink } from '#features/selling/product-summary/summary-link.server.ts'
import { addTestListing } from './testing-orders.ts'
import { testApi } from './testing.ts'
import { flatShipping } from '#features/core/shipping/shipping.ts'

const api = await testApi(await testDatabase(), { now: () => new Date('2026-11-22T10:00:00Z') })
const { db } = api.hub
const sellerId = await addSeller(db, 'lens-and-light', { display_name: 'Lens & Light' })

/** A listing, by its numbers. */
async function aListing() {
  const item = await addTestListing(api.hub.db, { sellerId, quantity: 3 })
  const row = api.hub.db.owner.selectFrom('listings').select('id').where('item_number', '=', item)
  return { item, id: (await row.executeTakeFirstOrThrow()).id }
}

const read = async (item: string) => (await api.ask('GET', `/sellers/lens-and-light/listings/${item}`)).body

describe('a listing', () => {
  it('has shipping costs and return terms, if the seller stated them', async () => {
    const { item, id } = await aListing()
    expect(await read(item)).toMatchObject({ postage: null, returns: null, axes: [] })
    const { owner } = api.hub.db
    for (const [kind, shipping, days] of [
      ['FULFILMENT', flatShipping(395), null],
      ['RETURN', null, 14],
    ] as const) {
      const policy = { seller_id: sellerId, kind, name: 'Usual', shipping, days, terms: 'As agreed.' }
      const added = await owner.insertInto('seller_policies').values(policy).returning('id').executeTakeFirstOrThrow()
      await addRows(owner, 'listing_policies', { seller_id: sellerId, listing_id: id, kind, policy_id: added.id })
    }
    expect(await read(item)).toMatchObject({
      postage: { name: 'Usual', price: { value: '3.95', currency: 'GBP' }, terms: 'As agreed.' },
      returns: { days: 14, terms: 'As agreed.' },
    })
  })

  it('says in what its variations differ', async () => {
    const { item, id } = await aListing()
    const axes = [{ name: 'Size', values: ['S', 'M'] }]
    await api.hub.db.owner
      .insertInto('listing_contents')
      .values({ seller_id: sellerId, listing_id: id, axes: JSON.stringify(axes) })
      .onConflict((conflict) =>
        conflict.columns(['seller_id', 'listing_id']).doUpdateSet({ axes: JSON.stringify(axes) }),
      )
      .execute()
    expect((await read(item)).axes).toEqual(axes)
  })

  it('without pictures has its product’s pictures', async () => {
    const { item, id } = await aListing()
    expect((await read(item)).pictures).toEqual([])
    const { owner } = api.hub.db
    const product = { epid: '900000001', title: 'Leica M3', category: 'Cameras', image_url: '/demo/m3.svg' }
    const added = await owner.insertInto('products').values(product).returning('id').executeTakeFirstOrThrow()
    await owner.updateTable('listings').set({ product_id: added.id }).where('id', '=', id).execute()
    expect(await read(item)).toMatchObject({ epid: '900000001', pictures: [`${api.hub.config.publicUrl}/demo/m3.svg`] })
  })

  it('has signed links to its product summary for the requested days, and none for others’ listings', async () => {
    const { item } = await aListing()
    const ask = (body: object, of = item) =>
      api.ask('POST', `/sellers/lens-and-light/listings/${of}/summary-links`, { body })
    const { status, body } = await ask({ days: 2 })
    expect([status, body.expiresAt]).toEqual([201, '2026-11-24T10:00:00.000Z'])
    const { searchParams } = new URL(body.url)
    const opened = readSummaryLink(api.hub.secret, searchParams, api.hub.now())
    expect(opened).toMatchObject({ seller: 'lens-and-light', listingId: item })
    expect((await ask({ days: 400 })).status).toBe(422)
    expect((await ask({}, '999999999999')).status).toBe(404)
  })
})
