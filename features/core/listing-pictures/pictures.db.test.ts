import { anyListing, rowOf, updateRows, addRows, addRow } from '#db/testing-row.ts'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { addPicture } from './add-picture.server.ts'
import { answerPicture } from './answer-picture.server.ts'
import type { ChosenPicture } from './picture.ts'
import type { AddPictureResult } from './picture-refusal.ts'
import { createPictureService, type PictureService } from './picture-service.server.ts'
import { announcePicture, keepPictures, picturesOfListings, setListingPictures } from './pictures-db.server.ts'
import { removeUnusedPictures } from './remove-unused.server.ts'
import { day } from '#lib/duration.ts'

// The database's clock matters too.
let clock = new Date()

const db = await testDatabase()
const folder = await mkdtemp(path.join(tmpdir(), 'hub-pictures-db-'))
// A separate temporary folder for this test's uploads.
vi.stubEnv('TMPDIR', folder)
const hub = {
  db,
  log: pino({ enabled: false }),
  now: () => clock,
  pictures: createPictureService({ dataDir: folder, s3: null }),
  secret: 'a secret of this test',
}
const ann = await addTestSeller(db)
const bob = await addTestSeller(db)
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

function source(colour: string): Promise<Buffer> {
  return sharp({ create: { width: 600, height: 500, channels: 3, background: colour } })
    .png()
    .toBuffer()
}

function upload(
  bytes: Uint8Array,
  { sellerId = ann, pictures = hub.pictures, isPrivate = false } = {},
): Promise<AddPictureResult> {
  const body = new Blob([new Uint8Array(bytes)]).stream()
  return addPicture({
    hub: { ...hub, pictures },
    sellerId,
    body,
    isPrivate,
    requireStill: async () => {},
    signal: new AbortController().signal,
  })
}

async function chosen(colour: string, sellerId = ann): Promise<ChosenPicture> {
  const result = await upload(await source(colour), { sellerId })
  if (!result.ok) throw new Error(result.refusal.reason)
  return { hash: result.picture.hash, alt: colour }
}

async function addListing(sellerId = ann): Promise<number> {
  const { id } = await addRow(db.owner, 'listings', {
    seller_id: sellerId,
    item_number: String(110000000000 + Math.floor(Math.random() * 1e9)),
    title: 'Lamp',
    ...anyListing,
    state: 'DRAFT',
  })
  return id
}

function give(listingId: number, pictures: readonly ChosenPicture[], sellerId = ann) {
  return db.asSeller(sellerId, 'write', (own) => setListingPictures(own, { sellerId, listingId, chosen: pictures }))
}

const shown = (listingId: number) =>
  db.asSeller(ann, 'read', async (own) => {
    const found = await picturesOfListings(own, { sellerId: ann, listingIds: [listingId] })
    return found.get(listingId) ?? []
  })

async function imageOf(listingId: number): Promise<string | null> {
  const row = await rowOf(db.owner, 'listings', { id: listingId })
  return row.image_url
}

async function files(): Promise<string[]> {
  const names = await readdir(path.join(folder, 'pictures'), { recursive: true })
  return names.filter((name) => name.endsWith('.webp'))
}

describe('an upload', () => {
  it('is limited on disk per seller, however slow: the seller’s next uploads wait, other sellers’ do not', async () => {
    const [slow, over] = [new AbortController(), new AbortController()]
    const pictures = createPictureService({ dataDir: folder, s3: null })
    const send = (body: ReadableStream<Uint8Array>, sellerId: number, { signal }: AbortController) =>
      addPicture({ hub: { ...hub, pictures }, sellerId, body, requireStill: async () => {}, signal })
    const bodies: ReadableStreamDefaultController<Uint8Array>[] = []
    const trickle = () =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          bodies.push(controller)
          controller.enqueue(new Uint8Array([0xff]))
        },
      })
    const sent = Array.from({ length: 60 }, () => send(trickle(), ann, slow).catch(() => null))
    expect(await send(trickle(), ann, over)).toEqual({ ok: false, refusal: { reason: 'busy' } })
    const here = async () => (await readdir(folder)).filter((name) => name.startsWith('seller-hub-upload')).length
    await expect.poll(here).toBe(12)
    expect(await upload(await source('#123456'), { sellerId: bob, pictures })).toMatchObject({ ok: true })
    slow.abort()
    for (const body of bodies) body.close()
    await Promise.all(sent)
    expect(await here()).toBe(0)
  })

  it('that is private has its own name, unrelated to the public one', async () => {
    const file = await source('olive')
    const taken = [await upload(file), await upload(file, { isPrivate: true }), await upload(file, { isPrivate: true })]
    const [open, ours, again] = taken.map((each) => each.ok && each.picture.hash)
    expect(ours).toMatch(/^p[0-9a-f]{32}$/)
    expect(again).toBe(ours)
    expect(ours).not.toContain(open)
    expect((await answerPicture(hub, `${open}-small.webp`)).status).toBe(200)
    expect((await answerPicture(hub, `${ours}-small.webp`)).status).toBe(404)
  })

  it('is stored and served publicly, and is the same picture when uploaded again', async () => {
    const first = await upload(await source('red'))
    expect(first).toMatchObject({ ok: true, picture: { width: 600, height: 500 } })
    expect(await upload(await source('red'))).toEqual(first)
    const other = await upload(await source('red'), { sellerId: bob })
    const hashOf = (result: AddPictureResult) => (result.ok ? result.picture.hash : '')
    expect(hashOf(other)).not.toBe(hashOf(first))
    const response = await answerPicture(hub, `${hashOf(first)}-large.webp`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect((await sharp(await response.arrayBuffer()).metadata()).width).toBe(600)
    for (const name of [`${'0'.repeat(32)}-large.webp`, '../x', `${hashOf(first)}-huge.webp`])
      expect((await answerPicture(hub, name)).status).toBe(404)
  })

  it('leaves nothing behind when refused', async () => {
    const before = await files()
    expect(await upload(Buffer.from('GIF89a'))).toEqual({ ok: false, refusal: { reason: 'gif' } })
    expect(await upload(Buffer.alloc(20_000_001))).toEqual({ ok: false, refusal: { reason: 'too-large' } })
    expect(await upload(Buffer.alloc(0))).toEqual({ ok: false, refusal: { reason: 'empty' } })
    expect(await files()).toEqual(before)
    expect(await readdir(folder)).toEqual(['pictures'])
  })

  it('reports a failure of the store, and can be retried', async () => {
    const store = {
      ...hub.pictures.store,
      put: () => Promise.reject(new Error('no room')),
      get: () => Promise.reject(new Error('no disk')),
    }
    const pictures: PictureService = { ...hub.pictures, store }
    expect(await upload(await source('grey'), { pictures })).toEqual({ ok: false, refusal: { reason: 'not-kept' } })
    expect((await answerPicture({ ...hub, pictures }, `${'0'.repeat(32)}-small.webp`)).status).toBe(503)
    expect((await upload(await source('grey'))).ok).toBe(true)
  })
})

describe('the pictures of a listing', () => {
  it('are in order, and the first is the listing’s picture', async () => {
    const [a, b] = [await chosen('blue'), await chosen('green')]
    const listing = await addListing()
    expect(await give(listing, [a, b])).toEqual({ ok: true })
    expect(await shown(listing)).toEqual([a, b].map((picture) => ({ ...picture, width: 600, height: 500 })))
    expect(await imageOf(listing)).toBe(`/pictures/${a.hash}-small.webp`)
    await give(listing, [b, a])
    expect((await shown(listing)).map(({ alt }) => alt)).toEqual(['green', 'blue'])
    expect(await imageOf(listing)).toBe(`/pictures/${b.hash}-small.webp`)
    await give(listing, [])
    expect(await imageOf(listing)).toBeNull()
  })

  it('are the seller’s own, and 24 at most', async () => {
    const foreign = await chosen('blue', bob)
    const listing = await addListing()
    expect(await give(listing, [foreign])).toEqual({ ok: false, reason: 'unknown-picture' })
    const many = Array.from({ length: 25 }, (_, i) => ({ hash: String(i).padStart(32, '0'), alt: '' }))
    expect(await give(listing, many)).toEqual({ ok: false, reason: 'too-many' })
    const own = await chosen('blue')
    const kept = await db.asSeller(ann, 'write', (tx) =>
      keepPictures(tx, { sellerId: ann, chosen: [foreign, own], now: clock }),
    )
    expect(kept).toEqual([{ ...own, width: 600, height: 500 }])
    const beyond = addRows(db.owner, 'listing_pictures', {
      seller_id: ann,
      listing_id: listing,
      position: 25,
      hash: own.hash,
    })
    await expect(beyond).rejects.toThrow(/position/)
  })
})

describe('the clean-up', () => {
  it('removes unused pictures with their files, and nothing else', async () => {
    const [used, unused, kept] = [await chosen('black'), await chosen('white'), await chosen('pink')]
    const drafted = await chosen('brown')
    const listing = await addListing()
    await addRows(db.owner, 'listing_drafts', {
      seller_id: ann,
      listing_id: listing,
      form_key: randomUUID(),
      mode: 'AddItem',
      typed: { picture: `${used.hash}\n${drafted.hash} Brown` },
      saved_at: clock,
    })
    await give(listing, [used])
    clock = new Date(clock.getTime() + 31 * day)
    await db.asSeller(ann, 'write', (own) => keepPictures(own, { sellerId: ann, chosen: [kept], now: clock }))
    await removeUnusedPictures(hub)
    const names = await files()
    const has = ({ hash }: ChosenPicture) => names.filter((name) => name.includes(hash)).length
    expect([used, unused, kept, drafted].map(has)).toEqual([2, 0, 2, 2])
    // What is shown is looked at again in as many days, not in an hour.
    const { used_at } = await rowOf(db.owner, 'pictures', { seller_id: ann, hash: used.hash })
    expect(used_at).toEqual(clock)
    expect((await chosen('white')).hash).toBe(unused.hash)
  })

  it('keeps a listing’s replaced pictures as long as fresh uploads', async () => {
    const [former, still] = [await chosen('teal'), await chosen('lime')]
    const listing = await addListing()
    await give(listing, [former, still])
    await updateRows(db.owner, 'pictures', { seller_id: ann }, { used_at: new Date(0) })
    await give(listing, [still])
    const names = async (daysOn: number) => {
      await removeUnusedPictures({ ...hub, now: () => new Date(Date.now() + daysOn * day) })
      return (await files()).filter((name) => name.includes(former.hash))
    }
    expect(await names(29)).toHaveLength(2)
    expect(await names(31)).toEqual([])
  })

  it('removes files of unfinished uploads and removed sellers', async () => {
    const picture = await chosen('navy', bob)
    const hash = 'f'.repeat(32)
    await hub.pictures.store.put({ hash, size: 'large' }, new Uint8Array([1]))
    await db.asSeller(ann, 'write', (own) => announcePicture(own, { sellerId: ann, hash, removeAt: clock }))
    await db.owner.deleteFrom('sellers').where('id', '=', bob).execute()
    clock = new Date(clock.getTime() + day)
    await removeUnusedPictures(hub)
    const names = await files()
    expect(names.filter((name) => name.includes(hash) || name.includes(picture.hash))).toEqual([])
  })

  it('continues at the next run if the store failed', async () => {
    const hash = 'e'.repeat(32)
    await db.asSeller(ann, 'write', (own) => announcePicture(own, { sellerId: ann, hash, removeAt: clock }))
    const store = { ...hub.pictures.store, remove: () => Promise.reject(new Error('store is away')) }
    await expect(removeUnusedPictures({ ...hub, pictures: { ...hub.pictures, store } })).rejects.toThrow('away')
    const before = await chosen('olive')
    clock = new Date(clock.getTime() + 31 * day)
    await removeUnusedPictures(hub)
    expect((await files()).filter((name) => name.includes(before.hash))).toEqual([])
    expect((await removeUnusedPictures(hub)).removed).toBe(0)
  })

  it('processes a limited part per run, and stops on request', async () => {
    clock = new Date(clock.getTime() + 31 * day)
    const most = 20
    const hashes = Array.from({ length: most + 1 }, (_, index) => String(index).padStart(32, '0'))
    await addRows(
      db.owner,
      'picture_removals',
      hashes.map((hash) => ({ seller_id: ann, hash, due_at: new Date(0) })),
    )
    const store = { ...hub.pictures.store, remove: () => Promise.resolve() }
    const quick = { ...hub, pictures: { ...hub.pictures, store } }
    expect(await removeUnusedPictures(quick, { signal: AbortSignal.abort() })).toEqual({ removed: 0 })
    expect(await removeUnusedPictures(quick, { most })).toEqual({ removed: most })
    expect((await removeUnusedPictures(quick)).removed).toBeGreaterThan(0)
    expect(await removeUnusedPictures(quick)).toEqual({ removed: 0 })
  })
})
