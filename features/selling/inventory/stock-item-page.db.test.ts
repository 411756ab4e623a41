import { rowOf, updateRows } from '#db/testing-row.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { cancelOrder } from '#features/after-sale/cancellations/cancel-order-db.server.ts'
import { newCancelKey } from '#features/after-sale/cancellations/cancellations-db.server.ts'
import { storeKits } from '#features/core/listing/kits-db.server.ts'
import { nameStockCause } from '#features/core/listing/stock-cause-db.server.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { addTestColleague, addTestShop, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { moveStock } from '#features/selling/stock-locations/move-stock-db.server.ts'
import { addLocation } from '#features/selling/stock-locations/stock-locations-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { paths } from '#web/paths.ts'
import { lockStockItem } from './stock-items-db.server.ts'
import { parseStockNumber } from './stock-item.ts'
import * as page from './stock-item-page.tsx'
import type { MovementModel } from './movement-words.ts'
import { addHeld, addStocked, addVariations } from './testing.ts'

const { db, hub, now } = await testHubAt('2026-11-22T10:40:00Z')

let seller_id: number
let ann: TestBrowser

beforeEach(async () => {
  ;({ sellerId: seller_id, browser: ann } = await addTestShop(hub, { name: 'Ann Example' }))
})

const item = (sku: string) => rowOf(db.owner, 'stock_items', { seller_id, sku })
const address = async (sku: string) => paths.stockItem((await item(sku)).stock_number)
const read = async (sku: string) => (await ann.get(page, await address(sku))).data
const correct = async (sku: string, form: { seen: number; onHand: string; reason?: string }) =>
  ann.post(page, await address(sku), { reason: 'DAMAGED', ...form, seen: String(form.seen) })
const moved = async (sku: string): Promise<string[]> =>
  (await read(sku)).movements.map(({ what, cause, onHand, reserved, stands }: MovementModel) =>
    [what, cause?.text ?? '', onHand, reserved, stands].join(' | '),
  )
const listingOf = (id: number) => rowOf(db.owner, 'listings', { seller_id, id })

describe('a corrected SKU', () => {
  it('has what was counted, its reason among the movements, and is on sale again', async () => {
    const id = await addStocked(db, seller_id, 'A')
    expect(await correct('A', { seen: 4, onHand: '0' })).toMatchObject({
      location: paths.stockItem((await item('A')).stock_number, { done: 'corrected' }),
    })
    expect(await listingOf(id)).toMatchObject({ on_hand: 0, state: 'OUT_OF_STOCK' })
    await correct('A', { seen: 0, onHand: '6', reason: 'RECEIVED' })
    expect(await listingOf(id)).toMatchObject({ on_hand: 6, quantity_available: 6, state: 'ACTIVE' })
    const { item_number: number } = await listingOf(id)
    expect(await moved('A')).toEqual([
      'Corrected by Ann Example: Goods received |  | +6 |  | 6',
      'Corrected by Ann Example: Damaged |  | −4 |  | 0',
      `Changed in the listing | ${number} | +4 |  | 4`,
    ])
  })

  it('of a variation changes that variation and its listing', async () => {
    const listing_id = await addStocked(db, seller_id, 'SHIRT', { quantity_available: 5 })
    await addVariations(db, { seller_id, listing_id }, { 'SHIRT-S': 2, 'SHIRT-M': 3 })
    await addHeld(db, { seller_id, listing_id }, { sku: 'SHIRT-M', quantity: 1 })
    // Three are available and one is reserved.
    await correct('SHIRT-M', { seen: 4, onHand: '2' })
    expect(await item('SHIRT-M')).toMatchObject({ available: 1 })
    expect(await item('SHIRT-S')).toMatchObject({ available: 2 })
    expect(await listingOf(listing_id)).toMatchObject({ on_hand: 3, reserved: 1, quantity_available: 2 })
    expect((await moved('SHIRT-S'))[0]).toBe('Corrected by Ann Example: Damaged (SHIRT-M) |  | −2 |  | 3')
  })

  it('of an ended listing stays ended', async () => {
    const id = await addStocked(db, seller_id, 'A', { state: 'ENDED', ended_at: now, end_reason: 'SELLER' })
    await correct('A', { seen: 4, onHand: '1', reason: 'LOST' })
    expect(await listingOf(id)).toMatchObject({ on_hand: 1, state: 'ENDED' })
  })

  it('stays as it is if it changed since, if orders need more, or if the form is wrong', async () => {
    const listing_id = await addStocked(db, seller_id, 'A')
    await addHeld(db, { seller_id, listing_id }, { quantity: 2 })
    const refusals = [
      [{ seen: 3, onHand: '5' }, { onHand: 'It changed in the meantime: 4 items are on hand now. Count again.' }],
      [{ seen: 4, onHand: '1' }, { onHand: '2 items are reserved for orders. They must be on hand.' }],
      [{ seen: 4, onHand: 'few' }, { onHand: 'Enter a whole number from 0 to 1,000,000.' }],
      [{ seen: 4, onHand: '5', reason: 'WHY' }, { reason: 'Choose a reason.' }],
    ] as const
    for (const [form, errors] of refusals)
      expect(await correct('A', form)).toMatchObject({ status: 422, data: { errors, values: { onHand: form.onHand } } })
    expect(await listingOf(listing_id)).toMatchObject({ on_hand: 4 })
  })

  it('is not corrected where the marketplace’s shop counts the stock, and the page says so', async () => {
    const id = await addStocked(db, seller_id, 'A')
    expect(await read('A')).toMatchObject({ mayCorrect: true, countedElsewhere: null })
    await db.owner.updateTable('sellers').set({ stock_owner: 'SHOP' }).where('id', '=', seller_id).execute()
    const text = expect.stringContaining('shop keeps count')
    expect(await read('A')).toMatchObject({ mayCorrect: false, countedElsewhere: text })
    expect(await correct('A', { seen: 4, onHand: '3' })).toMatchObject({
      status: 422,
      data: { errors: { onHand: text } },
    })
    expect(await listingOf(id)).toMatchObject({ on_hand: 4 })
  })

  it('sent again, is corrected once', async () => {
    await addStocked(db, seller_id, 'A')
    for (let sent = 0; sent < 2; sent += 1) expect((await correct('A', { seen: 4, onHand: '3' })).status).toBe(303)
    expect(await moved('A')).toHaveLength(2)
  })

  it('is for those who edit listings; all others read it, and costs only who sees money', async () => {
    await addStocked(db, seller_id, 'A')
    const browser = await addTestColleague(hub, seller_id, 'viewer')
    expect((await browser.get(page, await address('A'))).data).toMatchObject({ sku: 'A', mayCorrect: false })
    expect((await browser.post(page, await address('A'), { seen: '4', onHand: '1', reason: 'LOST' })).status).toBe(403)
    expect((await ann.get(page, paths.stockItem('abcdefabcdef'))).status).toBe(404)
  })
})

describe('a movement', () => {
  it('names the order that caused it, or the file, program or bulk edit', async () => {
    const listing_id = await addStocked(db, seller_id, 'A')
    const number = await addHeld(
      db,
      { seller_id, listing_id },
      { quantity: 1, placedAt: new Date('2026-11-20T10:00:00Z') },
    )
    expect((await moved('A'))[0]).toBe(`Sold | ${number} |  | +1 | 4`)
    const causes = [
      [{ kind: 'API' }, 'Another program'],
      [{ kind: 'UPLOAD', file: 'ab12ab12ab12ab12' }, 'Uploaded file'],
      [{ kind: 'BULK_EDIT', edit: 'ab12ab12ab12ab12' }, 'Bulk edit'],
    ] as const
    for (const [index, [cause, words]] of causes.entries()) {
      await db.asSeller(seller_id, 'write', async (own) => {
        await nameStockCause(own, cause)
        await updateRows(own, 'listings', { seller_id, id: listing_id }, { on_hand: 10 + index })
      })
      expect((await moved('A'))[0]).toContain(words)
    }
    // It holds for that transaction alone.
    await db.owner.updateTable('listings').set({ on_hand: 20 }).where('id', '=', listing_id).execute()
    expect((await moved('A'))[0]).toContain('Changed in the listing')
  })

  it('of cancelled items that were missing names the order', async () => {
    const listing_id = await addStocked(db, seller_id, 'A')
    const number = await addHeld(
      db,
      { seller_id, listing_id },
      { quantity: 2, placedAt: new Date('2026-11-20T10:00:00Z') },
    )
    const cancelled = await db.asSeller(seller_id, 'write', (own) =>
      cancelOrder(own, {
        sellerId: seller_id,
        number: assertDefined(parseOrderNumber(number), 'it is one'),
        policyPack,
        actor: { kind: 'HUB' },
        now,
        key: newCancelKey(),
        reason: 'OUT_OF_STOCK_OR_CANNOT_FULFILL',
        restocks: false,
      }),
    )
    expect(cancelled).toMatchObject({ ok: true })
    expect(await moved('A')).toEqual([
      `Cancelled | ${number} | −2 |  | 2`,
      `Cancelled | ${number} |  | −2 | 4`,
      `Sold | ${number} |  | +2 | 4`,
      expect.stringContaining('Changed in the listing'),
    ])
  })
})

it('a kit has at each location what its parts there allow, and is itself at none', async () => {
  await addStocked(db, seller_id, 'MUG', { quantity_available: 9 })
  await addStocked(db, seller_id, 'BOX', { quantity_available: 4 })
  const listingId = await addStocked(db, seller_id, 'SET', { quantity_available: 0 })
  const parts = [
    { sku: 'MUG', units: 2 },
    { sku: 'BOX', units: 1 },
  ]
  const write = <T>(work: Parameters<typeof db.asSeller<T>>[2]) => db.asSeller(seller_id, 'write', work)
  await write((own) => storeKits(own, seller_id, [{ listingId, position: 0, parts }]))
  const shown = async () => {
    const { facts, part } = await read('SET')
    return { part, at: facts.filter(({ label }: { label: string }) => label.startsWith('Available at')) }
  }
  expect(await shown()).toEqual({ part: null, at: [] })
  await write((own) => addLocation(own, { sellerId: seller_id, name: 'Shop', first: 'Warehouse', now }))
  for (const [sku, items] of [
    ['MUG', 5],
    ['BOX', 1],
  ] as const) {
    const number = assertDefined(parseStockNumber((await item(sku)).stock_number) ?? undefined, 'it is one')
    await write(async (own) => {
      const locked = assertDefined((await lockStockItem(own, seller_id, number)) ?? undefined, 'it is there')
      return moveStock(own, {
        sellerId: seller_id,
        item: locked,
        key: String(items).padStart(16, '0'),
        by: 'Ann',
        from: 1,
        to: 2,
        items,
      })
    })
  }
  // Four mugs and three boxes are left, five and one are there.
  expect(await shown()).toEqual({
    part: null,
    at: [
      { label: 'Available at Warehouse', text: '2' },
      { label: 'Available at Shop', text: '1' },
    ],
  })
})
