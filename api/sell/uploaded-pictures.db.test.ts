import { addRows, rowOf, updateRows } from '#db/testing-row.ts'
import { createServer } from 'node:http'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { fetchAttempts } from '#features/core/listing-pictures/lost-pictures-db.server.ts'
import { setListingPictures } from '#features/core/listing-pictures/pictures-db.server.ts'
import { uploadPages } from '#features/reports/uploads/testing.ts'
import { addFormProducts, addFormShop } from '#features/selling/listing-form/testing.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { portOf } from '#lib/listening.ts'
import { fetchPictures } from './fetch-pictures.ts'

const db = await testDatabase()
const now = new Date('2026-11-20T12:00:00Z')
let clock = now
const hub = testServices(db, { now: () => clock })
const shop = await addFormShop(hub, db, 'camera-shop')
await addFormProducts(db)
const { modelOf, apply, step, upload, work } = uploadPages({ hub, browser: shop.browser })

/** Fetches pictures as the job does, in a hub that may reach these networks besides the public one. */
const fetchAll = (webhookNetworks: string[]) =>
  fetchPictures({ ...hub, config: { ...hub.config, webhookNetworks } }, new AbortController().signal)

/** A server with one picture; returns its address. */
async function pictureServer(): Promise<string> {
  const png = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#123' } })
    .png()
    .toBuffer()
  const server = createServer((request, response) => {
    const isThere = request.url === '/1.png'
    response.writeHead(isThere ? 200 : 404).end(isThere ? png : '')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${portOf(server)}`
}

it('pictures that a file names are fetched by the job, from where webhooks may go, and are no edit of the draft', async () => {
  const at = await pictureServer()
  const id = await apply(`SKU,Title,Price,PicURL\nPIC-1,Pictured,5.00,${at}/1.png|${at}/2.png\n`)
  expect((await modelOf(id, 'done')).lines).toMatchObject([{ summary: 'Creates a draft, 2 pictures' }])
  const [draft] = await shop.listings()
  const picture = async () => (await shop.open(`mode=AddItem&draftId=${draft?.item_number}`)).typed['picture']
  expect(await picture()).toBeUndefined()
  // The hub's own network is closed.
  expect(await fetchAll([])).toBe(0)
  await db.owner.updateTable('picture_fetches').set({ fetch_at: now }).execute()
  expect(await fetchAll(['127.0.0.1'])).toBe(1)
  expect(await picture()).toMatch(/^[0-9a-f]{32}/)
  const { fetch_at: next, fetches } = await rowOf(db.owner, 'picture_fetches', {})
  expect([next && next > now, fetches], 'the other one is tried again').toEqual([true, 2])
  await step(id, 'undo')
  await work()
  expect(await shop.listings()).toEqual([])
  expect(await db.owner.selectFrom('picture_fetches').selectAll().execute()).toEqual([])
})

it('pictures that cannot be fetched are named in the form of their draft, once no attempt is left', async () => {
  const at = await pictureServer()
  await apply(`SKU,Title,Price,PicURL\nPIC-2,Pictured,5.00,${at}/1.png|${at}/2.png\n`)
  const draft = (await shop.listings()).at(-1)
  const errors = async () => (await shop.open(`mode=AddItem&draftId=${draft?.item_number}`)).errors
  for (let attempt = 1; attempt <= fetchAttempts; attempt += 1) {
    expect(await errors(), `before attempt ${attempt}`).toEqual([])
    await db.owner.updateTable('picture_fetches').set({ fetch_at: now }).execute()
    await fetchAll(['127.0.0.1'])
  }
  const text = `A picture from your file could not be fetched: ${at}/2.png – add it here, or publish without.`
  expect(await errors()).toMatchObject([{ field: 'pictures', text }])
  await updateRows(db.owner, 'picture_fetches', {}, { image_urls: [`${at}/2.png`] })
  expect(await errors(), 'with as many pictures as the file named').toEqual([])
})

it('pictures that a file names for a listing replace those that it shows, once, and undo brings these back', async () => {
  const at = await pictureServer()
  const item = await shop.publish({ sku: 'PIC-3' })
  const { id: listingId } = (await shop.listings()).find((row) => row.item_number === item)!
  const own = { seller_id: shop.sellerId, hash: 'a'.repeat(32) }
  await addRows(db.owner, 'pictures', { ...own, width: 800, height: 600, bytes: 9, used_at: now })
  const shows = (hashes: readonly string[]) =>
    db.asSeller(shop.sellerId, 'write', (tx) =>
      setListingPictures(tx, {
        sellerId: shop.sellerId,
        listingId,
        chosen: hashes.map((hash) => ({ hash, alt: 'From the front' })),
      }),
    )
  const shown = () =>
    db.owner.selectFrom('listing_pictures').select(['hash', 'alt']).where('listing_id', '=', listingId).execute()
  await shows([own.hash])
  const before = await shown()
  const file = `SKU,PicURL\nPIC-3,${at}/1.png\n`
  const id = await apply(file)
  expect((await modelOf(id, 'done')).lines).toMatchObject([{ summary: '1 picture instead of the present ones' }])
  expect(await shown(), 'until it is fetched').toEqual(before)
  expect(await fetchAll(['127.0.0.1'])).toBe(1)
  const after = await shown()
  expect(after).toMatchObject([{ alt: '' }])
  expect(after).not.toEqual(before)
  expect(await modelOf(await upload(file)), 'sent again').toMatchObject({ changes: 0 })
  await step(id, 'undo')
  await work()
  expect(await shown()).toEqual(before)
  // What a member chooses after the file stays.
  const second = await apply(file)
  await fetchAll(['127.0.0.1'])
  await shows([own.hash, ...after.map(({ hash }) => hash)])
  const chosen = await shown()
  await db.owner.updateTable('picture_fetches').set({ fetch_at: now }).execute()
  expect(await fetchAll(['127.0.0.1'])).toBe(0)
  expect(await shown()).toEqual(chosen)
  await shows([own.hash])
  await step(second, 'undo')
  await work()
  expect(await shown()).toEqual(before)
})

it('sellers take turns, however many pictures one names', async () => {
  await db.owner.deleteFrom('picture_fetches').execute()
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(404).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const at = `http://127.0.0.1:${portOf(server)}`
  const many = Array.from({ length: 6 }, (_, n) => `MANY-${n},Many,5.00,${at}/many-${n}.png`)
  await apply(`SKU,Title,Price,PicURL\n${many.join('\n')}\n`)
  const other = await addFormShop(hub, db, 'one-picture')
  await uploadPages({ hub, browser: other.browser }).apply(`SKU,Title,Price,PicURL\nONE-1,One,5.00,${at}/one.png\n`)
  await db.owner.updateTable('picture_fetches').set({ fetch_at: now }).execute()
  expect(await fetchAll(['127.0.0.1'])).toBe(0)
  expect(asked).toHaveLength(7)
  expect(asked.indexOf('/one.png')).toBe(4)
})

it('a host that does not answer is skipped after two addresses, and keeps back no other seller', async () => {
  await db.owner.deleteFrom('picture_fetches').execute()
  const asked: string[] = []
  const dead = createServer((request) => {
    asked.push(request.url ?? '')
    // As if the time for an answer had passed.
    clock = new Date(clock.getTime() + 15_000)
    request.socket.destroy()
  })
  await new Promise<void>((listening) => dead.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    dead.close()
    clock = now
  })
  const old = `http://127.0.0.1:${portOf(dead)}`
  const rows = [1, 2, 3].map((n) => `DEAD-${n},Old,5.00,${old}/${n}a.png|${old}/${n}b.png`)
  await apply(`SKU,Title,Price,PicURL\n${rows.join('\n')}\n`)
  const other = await addFormShop(hub, db, 'other-shop')
  const pages = uploadPages({ hub, browser: other.browser })
  await pages.apply(`SKU,Title,Price,PicURL\nOTHER-1,New,5.00,${await pictureServer()}/1.png\n`)
  await db.owner.updateTable('picture_fetches').set({ fetch_at: now }).execute()
  await updateRows(db.owner, 'picture_fetches', { seller_id: shop.sellerId }, { fetch_at: new Date(now.getTime() - 1) })
  expect(await fetchAll(['127.0.0.1'])).toBe(1)
  expect(asked).toHaveLength(2)
  const due = db.owner.selectFrom('picture_fetches').select(['fetches']).where('seller_id', '=', shop.sellerId)
  expect((await due.execute()).map(({ fetches }) => fetches)).toEqual([1, 1, 1])
})
