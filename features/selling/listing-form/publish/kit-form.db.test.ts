import { rowsOf } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { testHubAt } from '#features/people/accounts/testing.ts'
import type { FormView } from '../form/form-view.ts'
import { addFormProducts, addFormShop } from '../testing.ts'

const { db, hub } = await testHubAt('2026-11-20T12:00:00Z')
const shop = await addFormShop(hub, db, 'camera-shop')
await addFormProducts(db)

const rowOf = async (item: string) => (await shop.listings()).find((row) => row.item_number === item)!
const variationsOf = async (item: string) =>
  rowsOf(db.owner, 'listing_variations', { listing_id: (await rowOf(item)).id }, 'position')

async function submit(query: string, typed: Record<string, string>) {
  const view = await shop.open(query)
  const { status, data } = await shop.send(view, 'publish', { ...view.typed, ...typed })
  const errors = (data?.view as FormView | undefined)?.errors ?? []
  return { status, errors: errors.map(({ field, text }) => `${field}: ${text}`), locks: view.locks, typed: view.typed }
}
const add = async (typed: Record<string, string>) => submit('mode=AddItem', await shop.complete(typed))
const revise = (item: string, typed: Record<string, string>) => submit(`mode=ReviseItem&itemId=${item}`, typed)

describe('the form of a kit', () => {
  it('makes a listing of its parts, whatever quantity was typed, and reads it back', async () => {
    await shop.publish({ sku: 'BOX', quantity: '9' })
    await shop.publish({ sku: 'MUG', quantity: '7' })
    const kit = await shop.publish({ sku: 'SET', quantity: '50', parts: '1 BOX, 2 x MUG' })
    expect(await rowOf(kit)).toMatchObject({ is_kit: true, quantity_available: 3, state: 'ACTIVE' })
    const again = await revise(kit, { title: 'A set', quantity: '99' })
    expect(again).toMatchObject({
      status: 303,
      typed: { parts: '1 BOX; 2 MUG' },
      locks: { quantity: 'A kit has what its parts allow: change their stock.' },
    })
    expect(await rowOf(kit)).toMatchObject({ title: 'A set', quantity_available: 3 })
    expect((await revise(kit, { parts: '4 BOX' })).status).toBe(303)
    expect(await rowOf(kit)).toMatchObject({ is_kit: true, quantity_available: 2 })
    // Without parts it has nothing: what its parts allowed was never counted.
    expect((await revise(kit, { parts: '' })).errors).toEqual([expect.stringMatching(/^quantity: /)])
  })

  it.each([
    ['1 NOBODY', 'You have no listing with the SKU NOBODY.'],
    ['1 OUTER', 'A kit cannot be made of its own SKU OUTER.'],
    ['1 INNER-KIT', 'INNER-KIT is a kit itself: name its parts.'],
    ['1 PART; 2 PART', 'PART is named twice.'],
    ['5', 'Made of: enter parts such as 1 BOX-1; 2 MUG-4.'],
  ])('refuses %s with the reason', async (parts, reason) => {
    if (!(await shop.listings()).some(({ sku }) => sku === 'PART')) {
      await shop.publish({ sku: 'PART', quantity: '5' })
      await shop.publish({ sku: 'INNER-KIT', parts: '1 PART' })
    }
    expect(await add({ sku: 'OUTER', parts })).toMatchObject({ status: 422, errors: [`parts: ${reason}`] })
  })

  it('makes packs of a variation beside it, in any order of the rows', async () => {
    const axes = { 'axis1.name': 'Pack', 'axis1.values': 'one, six' }
    const rows = {
      'row.0.values': 'one',
      'row.0.sku': 'CUP',
      'row.0.price': '5',
      'row.0.quantity': '20',
      'row.1.values': 'six',
      'row.1.sku': 'CUP-6',
      'row.1.price': '25',
      'row.1.parts': '6 CUP',
    }
    const first = await add({
      ...axes,
      'row.0.values': 'one',
      'row.0.sku': 'CUP',
      'row.0.price': '5',
      'row.0.quantity': '20',
      'axis1.values': 'one',
    })
    expect(first).toMatchObject({ status: 303 })
    const item = (await shop.listings()).at(-1)!.item_number
    expect(await revise(item, { ...axes, ...rows })).toMatchObject({ status: 303, errors: [] })
    expect(await variationsOf(item)).toMatchObject([
      { sku: 'CUP', quantity: 20, is_kit: false },
      { sku: 'CUP-6', quantity: 3, is_kit: true },
    ])
    expect(await rowOf(item)).toMatchObject({ quantity_available: 23, on_hand: 23 })
    const swapped = {
      'axis1.values': 'six, one',
      'row.0.values': 'six',
      'row.0.sku': 'CUP-6',
      'row.0.price': '25',
      'row.0.quantity': '3',
      'row.0.parts': '6 CUP',
      'row.1.values': 'one',
      'row.1.sku': 'CUP',
      'row.1.price': '5',
      'row.1.quantity': '13',
      'row.1.parts': '',
    }
    expect(await revise(item, swapped)).toMatchObject({ status: 303, errors: [] })
    expect(await variationsOf(item)).toMatchObject([
      { sku: 'CUP-6', quantity: 2, is_kit: true },
      { sku: 'CUP', quantity: 13, is_kit: false },
    ])
    expect(await rowOf(item)).toMatchObject({ quantity_available: 15 })
  })
})
