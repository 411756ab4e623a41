import { rowOf, addRows } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { signedInBrowser, TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { newCaseNumber, openCase } from '#features/after-sale/cases/open-case-db.server.ts'
import { addSold } from '#features/after-sale/cases/testing.ts'
import { newMessageKey, receiveBuyerMessage } from '#features/orders/conversations/add-message-db.server.ts'
import * as shownPicture from '#features/orders/conversations/shown-picture-resource.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { answerPicture } from '#features/core/listing-pictures/answer-picture.server.ts'
import { pictureHref, readChosenPictures } from '#features/core/listing-pictures/picture.ts'
import { setListingPictures } from '#features/core/listing-pictures/pictures-db.server.ts'
import { memoryStore } from '#features/core/listing-pictures/testing-store.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'

const { db, hub, now } = await testHubAt('2026-11-18T19:26:00Z')
const store = memoryStore()
hub.pictures = { ...hub.pictures, store }

const ofCase = `p${'a'.repeat(32)}`
const ofMessage = `p${'b'.repeat(32)}`
const justSent = `p${'c'.repeat(32)}`
const ofListing = 'd'.repeat(32)
const all = [ofCase, ofMessage, justSent, ofListing]
const by = {} as Record<'shipper' | 'viewer' | 'stranger', TestBrowser>

const [shipper, viewer, stranger] = await Promise.all([1, 2, 3].map(() => addTestMember(hub)))
const seller = await addTestSeller(db, { [shipper!.id]: 'shipper', [viewer!.id]: 'viewer' })
await addTestSeller(db, { [stranger!.id]: 'owner' })
by.shipper = await signedInBrowser(hub, shipper!.email)
by.viewer = await signedInBrowser(hub, viewer!.email)
by.stranger = await signedInBrowser(hub, stranger!.email)
const row = { seller_id: seller, width: 640, height: 640, bytes: 2, used_at: now }
await addRows(
  db.owner,
  'pictures',
  all.map((hash) => ({ ...row, hash })),
)
for (const hash of all)
  for (const size of ['large', 'small'] as const) await store.put({ hash, size }, new TextEncoder().encode(hash))
const sold = await addSold(db, seller)
const toShip = await addOrderToShip(db, seller, [1])
await db.asSeller(seller, 'write', async (own) => {
  const common = { sellerId: seller, order: sold.number, line: 1, units: 1, words: '', now, policyPack }
  const photos = [{ hash: ofCase, alt: '' }]
  const number = newCaseNumber('RETURN')
  const asked = { ...common, photos, number, key: 'open', kind: 'RETURN', reason: 'DEFECTIVE_ITEM' } as const
  expect(await openCase(own, asked)).toMatchObject({ ok: true })
  const message = { sellerId: seller, number: parseOrderNumber(toShip.number)!, key: newMessageKey(), subject: null }
  await receiveBuyerMessage(own, { ...message, text: 'Look', pictures: [ofMessage], sentAt: now })
})

const get = async (hash: string, who: TestBrowser) => (await who.get(shownPicture, pictureHref(hash, 'small'))).status

describe('a picture in a conversation or case', () => {
  it('can be read by everyone who may read the page, and nobody else', async () => {
    const statuses = async (who: TestBrowser) =>
      Promise.all([ofCase, ofMessage, justSent].map((hash) => get(hash, who)))
    expect(await statuses(by.shipper)).toEqual([200, 200, 200])
    expect(await statuses(by.viewer)).toEqual([403, 403, 403])
    expect(await statuses(by.stranger)).toEqual([404, 404, 404])
    // No redirect to sign-in.
    expect(await statuses(new TestBrowser(hub))).toEqual([302, 302, 302])
    expect(await get(`p${'e'.repeat(32)}`, by.shipper)).toBe(404)
  })

  it('is not cached on its way', async () => {
    const { headers } = await by.shipper.get(shownPicture, pictureHref(ofMessage, 'large'))
    expect(headers.get('cache-control')).toBe('private, max-age=600')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  it('is not at the public addresses of listing pictures, and those are not here', async () => {
    for (const hash of [ofCase, ofMessage, justSent])
      expect((await answerPicture(hub, `${hash}-small.webp`)).status).toBe(404)
    expect((await answerPicture(hub, `${ofListing}-small.webp`)).status).toBe(200)
    expect((await by.shipper.get(shownPicture, `/sh/ord/picture?picture=${ofListing}`)).status).toBe(404)
  })

  it('cannot be used in a listing, by its form or in the database', async () => {
    expect(readChosenPictures([ofMessage, ofListing])).toEqual([{ hash: ofListing, alt: '' }])
    expect(readChosenPictures([ofMessage, ofListing], { isPrivate: true })).toEqual([{ hash: ofMessage, alt: '' }])
    const { id } = await rowOf(db.owner, 'listings', { seller_id: seller })
    const chosen = [{ hash: ofMessage, alt: '' }]
    await expect(
      db.asSeller(seller, 'write', (own) => setListingPictures(own, { sellerId: seller, listingId: id, chosen })),
    ).rejects.toThrow('listing_pictures_are_public')
  })
})
