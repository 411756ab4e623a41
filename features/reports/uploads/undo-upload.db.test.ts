import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { addFormProducts, addFormShop, inColours } from '#features/selling/listing-form/testing.ts'
import { day, minute } from '#lib/duration.ts'
import { uploadPages } from './testing.ts'

const db = await testDatabase()
let now = new Date('2026-11-20T12:00:00Z')
const hub = testServices(db, { now: () => now })
const shop = await addFormShop(hub, db, 'camera-shop')
await addFormProducts(db)
const { modelOf, linesOf, step, work, apply, resultOf, upload } = uploadPages({ hub, browser: shop.browser })

beforeEach(() => {
  now = new Date('2026-11-20T12:00:00Z')
})

const rowOf = async (item: string) => (await shop.listings()).find((row) => row.item_number === item)!

async function undo(id: string): Promise<void> {
  expect((await step(id, 'undo')).status).toBe(303)
  await work()
}

describe('undo of an upload', () => {
  it('restores prices, details, variations and ended listings, and deletes created drafts', async () => {
    const camera = await shop.publish({ sku: 'U1', price: '100.00', quantity: '3' })
    const ended = await shop.publish({ sku: 'U2' })
    const strap = await shop.publish(inColours('U'))
    const before = [await rowOf(camera), await rowOf(ended), await rowOf(strap)]
    const id = await apply(
      [
        'Action,Item number,SKU,Title,Price,Quantity',
        `Revise,${camera},,Leica M3 in black,120.00,0`,
        `End,${ended},,,,`,
        ',,U-R,,25.00,7',
        'Add,,U-N,New one,5.00,1',
      ].join('\n'),
    )
    expect(await modelOf(id)).toMatchObject({ state: 'DONE', undo: { n: 4, until: expect.stringContaining('21 Nov') } })
    await undo(id)
    const after = [await rowOf(camera), await rowOf(ended), await rowOf(strap)]
    const plain = (row: (typeof after)[number]) => ({ ...row, version: 0 })
    expect(after.map(plain)).toEqual(before.map(plain))
    expect((await shop.listings()).some(({ sku }) => sku === 'U-N')).toBe(false)
    expect(await modelOf(id, 'undone')).toMatchObject({
      state: 'DONE',
      undo: null,
      progress: { done: 4, all: 4, text: 'Undone. What changed since stays as it is.' },
    })
    expect((await resultOf(id)).map(({ Status }) => Status)).toEqual(['Undone', 'Undone', 'Undone', 'Undone'])
  })

  it('leaves alone what changed since, edited drafts and ended auctions', async () => {
    const camera = await shop.publish({ sku: 'K1', price: '100.00' })
    const auction = await shop.publish({ sku: 'K2', format: 'AUCTION' })
    const id = await apply(
      [
        'Action,Item number,SKU,Title,Price',
        `Revise,${camera},,,120.00`,
        `End,${auction},,,`,
        'Add,,K-N,Edited,5.00',
      ].join('\n'),
    )
    await db.owner.updateTable('listings').set({ price_minor: 11_000 }).where('item_number', '=', camera).execute()
    const draft = (await shop.listings()).find(({ sku }) => sku === 'K-N')!
    const view = await shop.open(`mode=AddItem&draftId=${draft.item_number}`)
    await shop.keep(view, { ...view.typed, title: 'Edited by hand' })
    await undo(id)
    expect((await rowOf(camera)).price_minor).toBe(11_000)
    expect(await rowOf(auction)).toMatchObject({ state: 'ENDED' })
    expect((await shop.listings()).some(({ title }) => title === 'Edited by hand')).toBe(true)
    expect((await linesOf(id, 'problems')).map((line) => line.split(' | ').at(-1))).toEqual([
      expect.stringContaining('Changed since the file was applied, so it stays as it is.'),
      'An ended auction cannot continue. Relist it.',
      'Changed since the file was applied, so it stays as it is.',
    ])
  })

  it('is possible for a day, and once', async () => {
    const camera = await shop.publish({ sku: 'D1', price: '100.00' })
    const id = await apply(`Item number,Price\n${camera},120.00\n`)
    now = new Date(now.getTime() + day)
    expect((await modelOf(id)).undo).toBeNull()
    await undo(id)
    expect((await rowOf(camera)).price_minor).toBe(12_000)
    now = new Date(now.getTime() - minute)
    await undo(id)
    await undo(id)
    expect((await rowOf(camera)).price_minor).toBe(10_000)
  })

  it('of a file that was cancelled before any row is not offered; its result file says what is left', async () => {
    const camera = await shop.publish({ sku: 'C1', price: '100.00' })
    const id = await upload(`Item number,Price\n${camera},120.00\n`)
    await step(id, 'apply')
    await step(id, 'cancel')
    await work()
    expect(await modelOf(id)).toMatchObject({ state: 'CANCELLED', undo: null, resultHref: expect.any(String) })
    expect((await resultOf(id)).map(({ Status }) => Status)).toEqual(['Pending'])
  })
})

it('a row that cannot be read says which listing it is about, and leaves it to a later row', async () => {
  const camera = await shop.publish({ sku: 'U9', price: '100.00', quantity: '3' })
  const id = await upload(`Item number,Price\n${camera},dear\n${camera},120.00\n`)
  expect(await modelOf(id, 'problems')).toMatchObject({
    lines: [{ row: '2', name: { note: `${camera} · U9` }, problems: expect.stringContaining('“dear”') }],
    changes: 1,
  })
})
