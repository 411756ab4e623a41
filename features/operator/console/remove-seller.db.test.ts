import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runMigrations } from 'graphile-worker'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fixedFormatColumns } from '#db/testing-fixed-formats.ts'
import { marker, plantMarker, rowsWith, type FixedFormats, type Planted } from '#db/testing-marked.ts'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { addTestSeller, testServices } from '#features/people/accounts/testing.ts'
import { addPicture } from '#features/core/listing-pictures/add-picture.server.ts'
import { createPictureService } from '#features/core/listing-pictures/picture-service.server.ts'
import { removeUnusedPictures } from '#features/core/listing-pictures/remove-unused.server.ts'
import { removeSeller } from './remove-seller-db.server.ts'

/** Tables whose rows are not the seller's, each with the reason why they stay. */
const othersTables = {
  api_keys: 'keys of the marketplace',
  category_map: 'the marketplace’s catalogue',
  connections: 'shops of the marketplace',
  credentials: 'members stay, without this shop',
  hub_settings: 'the hub’s own',
  market_due: 'the marketplace, of products without sellers',
  market_lots: 'the marketplace, of sales of several sellers together',
  member_messages: 'members stay',
  members: 'members stay',
  messages: 'the operator’s words to all sellers',
  products: 'the marketplace’s catalogue',
  rate_limits: 'hashes of addresses and accounts',
  sessions: 'members stay, signed in without this shop',
  two_factors: 'members stay',
  verifications: 'links of members',
  webhook_endpoints: 'endpoints of the marketplace',
}

/** The same rows, where keys, endpoints and messages are the marketplace's. */
const ofMarketplace: FixedFormats = {
  ...fixedFormatColumns,
  'api_keys.seller_id': null,
  'webhook_endpoints.seller_id': null,
  'messages.seller_id': null,
  'messages.written_by': null,
}

const sellerOf = ({ rows }: Planted) => Number(rows.get('sellers')?.id)
const tablesWith = async (db: TestDatabase) =>
  (await rowsWith(db, marker)).map((row) => row.replace(/^hub\.(\w+):.*/s, '$1'))

describe('removing a seller', () => {
  it('leaves no data in any table or the job queue, also in tables added later', async () => {
    const db = await testDatabase()
    await runMigrations({ pgPool: db.pool, schema: `${db.schema}_jobs` })
    const planted = await plantMarker(db, ofMarketplace)
    expect(planted.unmarked, 'columns that the marker reaches, or that have a form').toEqual([])
    expect(await tablesWith(db)).toEqual(expect.arrayContaining(['webhook_deliveries', 'api_answers', 'page_loads']))

    await removeSeller(db.owner, sellerOf(planted), () => {})
    expect(await tablesWith(db)).toEqual(Object.keys(othersTables))
    const told = await db.owner.selectFrom('messages').select('sellers').executeTakeFirstOrThrow()
    expect(told.sellers, 'the user name as an audience').toEqual([])
  })

  it('removes its keys, webhooks and messages to its owners', async () => {
    const db = await testDatabase()
    await removeSeller(db.owner, sellerOf(await plantMarker(db, fixedFormatColumns)), () => {})
    const gone = ['api_keys', 'messages', 'webhook_endpoints']
    expect(await tablesWith(db)).toEqual(Object.keys(othersTables).filter((table) => !gone.includes(table)))
  })

  it('removes nothing of another seller', async () => {
    const db = await testDatabase()
    await plantMarker(db, fixedFormatColumns)
    const before = await rowsWith(db, marker)
    await removeSeller(db.owner, await addTestSeller(db), () => {})
    expect(await rowsWith(db, marker)).toEqual(before)
  })

  it('removes its pictures from the store', async () => {
    const db = await testDatabase()
    const folder = await mkdtemp(path.join(tmpdir(), 'hub-remove-seller-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const hub = { ...testServices(db), pictures: createPictureService({ dataDir: folder, s3: null }) }
    const sellerId = await addTestSeller(db)
    const red = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#f00' } })
      .png()
      .toBuffer()
    for (const isPrivate of [false, true]) {
      const body = new Blob([new Uint8Array(red)]).stream()
      const { signal } = new AbortController()
      const added = await addPicture({ hub, sellerId, body, isPrivate, requireStill: async () => {}, signal })
      expect(added).toMatchObject({ ok: true })
    }
    const files = async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length
    expect(await files()).toBe(4)
    await removeSeller(db.owner, sellerId, () => {})
    await removeUnusedPictures({ ...hub, now: () => new Date(Date.now() + 1000) })
    expect(await files()).toBe(0)
  })
})
