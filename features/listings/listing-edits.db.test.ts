import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { testHub } from '#features/accounts/testing.ts'
import { addFormProducts, addFormShop } from '#features/listing-form/testing.ts'
import * as editResource from './listing-edit-resource.ts'

const db = await testDatabase()
const hub = testHub(db, { now: () => new Date('2026-11-20T12:00:00Z') })
const shop = await addFormShop(hub, db, 'camera-shop')
await addFormProducts(db)

const rowOf = async (item: string) => (await shop.listings()).find((row) => row.item_number === item)!

/** Types a value into the row of a listing, as it is now. */
async function edit(item: string, column: 'price' | 'available', value: string) {
  const { version } = await rowOf(item)
  return shop.browser.post(editResource, '/sh/lst/edit', { item, version: String(version), column, value })
}

describe('a price typed into a row', () => {
  it('is read as the form reads it', async () => {
    const item = await shop.publish()
    for (const [typed, minor] of [
      ['1,000', 100_000],
      ['2,500', 250_000],
      ['1.000', 100_000],
      ['1,250.00', 125_000],
      ['12,5', 1250],
    ] as const) {
      expect((await edit(item, 'price', typed)).status, typed).toBe(200)
      expect((await rowOf(item)).price_minor, typed).toBe(minor)
    }
    expect((await edit(item, 'price', 'ten')).status).toBe(422)
  })
})
