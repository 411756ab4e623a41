import { describe, expect, it, onTestFinished } from 'vitest'
import { testHubAt } from '#features/people/accounts/testing.ts'
import type { FormView } from '../form/form-view.ts'
import { addFormProducts, addFormShop } from '../testing.ts'

const { db, hub } = await testHubAt('2026-11-20T12:00:00Z')
const shop = await addFormShop(hub, db, 'camera-shop')
await addFormProducts(db)

const rowOf = async (item: string) => (await shop.listings()).find((row) => row.item_number === item)!
const change = (item: string, columns: { quantity_sold?: number; ends_at?: Date; state?: 'ACTIVE' }) =>
  db.owner.updateTable('listings').set(columns).where('item_number', '=', item).execute()

/** Submits a revision; returns rejected fields and the resulting form. */
async function revise(item: string, typed: Record<string, string>) {
  const view = await shop.open(`mode=ReviseItem&itemId=${item}`)
  const { status, data } = await shop.send(view, 'publish', { ...view.typed, ...typed })
  const after = data?.view as FormView | undefined
  return { status, fields: after?.errors.map(({ field }) => field), typed: after?.typed, locks: view.locks }
}

describe('a revision', () => {
  it('cannot change the format of a listing on offer, and says so at the field', async () => {
    for (const [format, other] of [
      ['FIXED_PRICE', 'AUCTION'],
      ['AUCTION', 'FIXED_PRICE'],
    ] as const) {
      const item = await shop.publish({ format })
      const before = await rowOf(item)
      const refused = await revise(item, { format: other })
      expect(refused).toMatchObject({ status: 422, fields: ['format'], typed: { format } })
      expect(refused.locks).toMatchObject({ title: null, format: expect.stringContaining('format'), quantity: null })
      expect(await rowOf(item)).toEqual(before)
    }
    const scheduled = await shop.publish({ startDate: '2026-12-01' })
    expect((await revise(scheduled, { format: 'AUCTION' })).status).toBe(303)
    expect(await rowOf(scheduled)).toMatchObject({ format: 'AUCTION', ends_at: new Date('2026-12-08T00:00Z') })
  })

  it('leaves the units that the marketplace’s shop counts, and says so at the field', async () => {
    const item = await shop.publish({ quantity: '3' })
    const countedBy = (owner: 'SHOP' | null) => db.owner.updateTable('sellers').set({ stock_owner: owner }).execute()
    await countedBy('SHOP')
    onTestFinished(async () => void (await countedBy(null)))
    const revised = await revise(item, { quantity: '9', description: 'Serviced' })
    expect(revised).toMatchObject({ status: 303, locks: { quantity: expect.stringContaining('shop') } })
    expect(await rowOf(item)).toMatchObject({ quantity_available: 3 })
    await shop.publish({ quantity: '5' })
  })

  it('that adds variations ends the buffer, which they do not have', async () => {
    const item = await shop.publish({ quantity: '8' })
    await db.owner.updateTable('listings').set({ buffer: 2, on_hand: 10 }).where('item_number', '=', item).execute()
    const colours = { 'axis1.name': 'Colour', 'axis1.values': 'Red, Blue', price: '', quantity: '' }
    const rows = ['Red', 'Blue'].flatMap((colour, n) =>
      Object.entries({ values: colour, price: '20.00', quantity: '4' }).map(([name, text]) => [
        `row.${n}.${name}`,
        text,
      ]),
    )
    expect(await revise(item, { ...colours, ...Object.fromEntries(rows) })).toMatchObject({ status: 303 })
    expect(await rowOf(item)).toMatchObject({ on_hand: 8, buffer: 0, quantity_available: 8 })
  })

  it('of a listing on sale ignores the start, typed before or after it began', async () => {
    const item = await shop.publish({ startDate: '2026-12-01' })
    const before = await shop.open(`mode=ReviseItem&itemId=${item}`)
    const past = { ...before.typed, description: 'Serviced', startDate: '2026-11-20', startTime: '10:00' }
    expect((await shop.keep(before, past)).status).toBe(200)
    await change(item, { state: 'ACTIVE' })
    const view = await shop.open(`mode=ReviseItem&itemId=${item}`)
    expect(view.typed).toMatchObject({ description: 'Serviced' })
    expect(Object.keys(view.typed).filter((name) => name.startsWith('start'))).toEqual([])
    // A page opened before the start: its start is ignored and changes nothing.
    const { starts_at: start } = await rowOf(item)
    expect((await shop.send({ hidden: { ...before.hidden, revision: 1 } }, 'publish', past)).status).toBe(303)
    expect((await revise(item, { startDate: '2026-12-24', startTime: '08:00' })).status).toBe(303)
    expect(await rowOf(item)).toMatchObject({ state: 'ACTIVE', starts_at: start })
  })

  it('that is only saved does not change what lists and buyers show', async () => {
    const item = await shop.publish()
    const before = await rowOf(item)
    const view = await shop.open(`mode=ReviseItem&itemId=${item}`)
    expect((await shop.keep(view, { ...view.typed, title: 'Leica M3, serviced' })).status).toBe(200)
    expect(await rowOf(item)).toEqual(before)
  })

  it('shows the listing also if a colleague saved something else', async () => {
    const item = await shop.publish()
    const [one, two] = [
      await shop.open(`mode=ReviseItem&itemId=${item}`),
      await shop.open(`mode=ReviseItem&itemId=${item}`),
    ]
    expect((await shop.keep(one, { ...one.typed, title: 'One' })).status).toBe(200)
    const { status, data } = await shop.send(two, 'publish', { ...two.typed, title: 'Two' })
    expect([status, data.view]).toMatchObject([
      409,
      { conflict: { typed: { title: 'One' } }, listing: { itemNumber: item }, locks: { format: expect.any(String) } },
    ])
  })

  it('cannot change the title after a sale or in an auction’s last hours; the rest can change', async () => {
    const [sold, auction] = [await shop.publish(), await shop.publish({ format: 'AUCTION' })]
    expect((await revise(sold, { title: 'Leica M3 body' })).status).toBe(303)
    expect((await revise(auction, { title: 'Leica M3 body' })).status).toBe(303)
    await change(sold, { quantity_sold: 1 })
    await change(auction, { ends_at: new Date('2026-11-20T23:59:59Z') })
    for (const item of [sold, auction]) {
      const refused = await revise(item, { title: 'Leica M4' })
      expect(refused).toMatchObject({ status: 422, fields: ['title'], typed: { title: 'Leica M3 body' } })
      expect(refused.locks.title).toContain('title')
      expect((await revise(item, { price: '999' })).status).toBe(303)
      expect(await rowOf(item)).toMatchObject({ title: 'Leica M3 body', price_minor: 99_900 })
    }
  })
})
