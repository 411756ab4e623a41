import { testHubAt } from '#features/people/accounts/testing.ts'
import { addRows, rowsOf, updateRows } from '#db/testing-row.ts'
import { beforeEach, expect, it } from 'vitest'
import { giveUpUnusedPictures } from '#features/core/listing-pictures/pictures-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { addFormProducts, addFormShop } from '../testing.ts'
import { discardForUndo, discardListings, restoreDrafts } from './discarded-drafts-db.server.ts'
import { findDraft } from './drafts-db.server.ts'

const { db, hub } = await testHubAt()
await addFormProducts(db)
const shop = await addFormShop(hub, db, 'camera-shop')
const { sellerId } = shop
const [first, second] = ['a'.repeat(32), 'b'.repeat(32)] as [string, string]

/** Makes the pictures look unused for months. */
const age = () => updateRows(db.owner, 'pictures', { seller_id: sellerId }, { used_at: new Date(0) })

/** Runs the daily picture cleanup. */
const tidy = () => giveUpUnusedPictures(db.owner, { now: new Date() })

const left = async () => {
  const rows = await db.owner.selectFrom('pictures').select('hash').where('seller_id', '=', sellerId).execute()
  return rows.map(({ hash }) => hash).toSorted()
}

const shownBy = async (listingId: number) => {
  const rows = await rowsOf(db.owner, 'listing_pictures', { listing_id: listingId }, 'position')
  return rows.map(({ hash, alt }) => `${hash} ${alt}`)
}

const asShop = <T>(work: Parameters<typeof db.asSeller<T>>[2]) => db.asSeller(sellerId, 'write', work)

beforeEach(async () => {
  await db.owner.deleteFrom('listings').where('seller_id', '=', sellerId).execute()
  await db.owner.deleteFrom('pictures').where('seller_id', '=', sellerId).execute()
  const sides = { seller_id: sellerId, width: 800, height: 600, bytes: 1, used_at: new Date() }
  await addRows(
    db.owner,
    'pictures',
    [first, second].map((hash) => ({ ...sides, hash })),
  )
})

/** Saves a new form with both pictures; returns the draft and its ids. */
async function draft() {
  const view = await shop.open('mode=AddItem')
  await shop.keep(view, { title: 'Leica M3', picture: `${first} Front\n${second} Back` })
  const kept = assertDefined(
    await asShop((own) => findDraft(own, sellerId, { formKey: view.hidden.key })),
    'it was kept',
  )
  await age()
  return kept
}

it('discarded drafts can be restored with their old pictures, also after the daily clean-up', async () => {
  const { listingId } = await draft()
  const { inverse } = await asShop((own) => discardListings(own, sellerId, [listingId]))
  await tidy()
  expect(await asShop((own) => restoreDrafts(own, { sellerId, inverse }))).toMatchObject({ back: 1, left: 0 })
  expect(await shownBy(listingId)).toEqual([`${first} Front`, `${second} Back`])
})

it('a discarded form keeps its pictures, for new and revised listings', async () => {
  const kept = await draft()
  await asShop((own) => discardForUndo(own, sellerId, kept))
  await tidy()
  expect(await left()).toEqual([first, second])
  const number = await shop.publish()
  const revised = await shop.open(`mode=ReviseItem&itemId=${number}`)
  await shop.keep(revised, { ...revised.typed, picture: first })
  const revision = assertDefined(await asShop((own) => findDraft(own, sellerId, { itemNumber: number })), 'it was kept')
  await age()
  await asShop((own) => discardForUndo(own, sellerId, revision))
  await tidy()
  expect(await left()).toEqual([first])
})

it('a missing picture is left out, and affects no other picture or draft', async () => {
  const [{ listingId: one }, { listingId: other }] = [await draft(), await draft()]
  const { inverse } = await asShop((own) => discardListings(own, sellerId, [one, other]))
  await db.owner.deleteFrom('pictures').where('seller_id', '=', sellerId).where('hash', '=', first).execute()
  expect(await asShop((own) => restoreDrafts(own, { sellerId, inverse }))).toMatchObject({ back: 2, left: 0 })
  expect([await shownBy(one), await shownBy(other)]).toEqual([[`${second} Back`], [`${second} Back`]])
})

it('a tool’s offer data is restored too, except a missing location', async () => {
  const [{ listingId: one }, { listingId: other }] = [await draft(), await draft()]
  const locations = ['LONDON', 'YORK'].map((key) => ({ seller_id: sellerId, location_key: key, details: '{}' }))
  await db.owner.insertInto('merchant_locations').values(locations).execute()
  const said = [
    { seller_id: sellerId, listing_id: one, location_key: 'LONDON', item_description: 'Serviced in 2025.' },
    { seller_id: sellerId, listing_id: other, location_key: 'YORK', item_description: null },
  ]
  await db.owner.insertInto('tool_offers').values(said).execute()
  const { inverse } = await asShop((own) => discardListings(own, sellerId, [one, other]))
  await db.owner.deleteFrom('merchant_locations').where('location_key', '=', 'YORK').execute()
  expect(await asShop((own) => restoreDrafts(own, { sellerId, inverse }))).toMatchObject({ back: 2, left: 0 })
  const back = db.owner.selectFrom('tool_offers').selectAll().orderBy('listing_id')
  expect(await back.execute()).toEqual([said[0], { ...said[1], location_key: null }])
})

it('a picture removed from a form is kept for a month', async () => {
  const number = await shop.publish()
  const revised = await shop.open(`mode=ReviseItem&itemId=${number}`)
  await shop.keep(revised, { ...revised.typed, picture: first })
  const again = await shop.open(`mode=ReviseItem&itemId=${number}`)
  // The page stays open for months.
  await age()
  const { picture: _, ...without } = again.typed
  await shop.keep(again, without)
  await tidy()
  expect(await left()).toEqual([first])
})
