import { describe, expect, it } from 'vitest'
import { addFormShop } from '#features/selling/listing-form/testing.ts'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { uploadPages } from './testing.ts'

const { db, hub } = await testHubAt('2026-11-20T12:00:00Z')
const shop = await addFormShop(hub, db, 'camera-shop')
const { upload, modelOf, step } = uploadPages({ hub, browser: shop.browser })

describe('a file that may name buyers', () => {
  const hasBuyers = async (text: string, columns: Record<string, string> | null = null) => {
    const id = await upload(text)
    if (columns) await step(id, 'columns', columns)
    return (await db.owner.selectFrom('file_runs').select('has_buyers').where('id', '=', id).executeTakeFirstOrThrow())
      .has_buyers
  }

  it('is one with a column of which nothing is known', async () => {
    expect(await hasBuyers('SKU;Price;Koper\nM3;1,00;Jan Jansen\n')).toBe(true)
    expect(await hasBuyers('SKU,Price,C:Brand,Subtitle\nM3,1.00,Leica,Old\n')).toBe(false)
    expect(await hasBuyers('SKU,Name\nM3,Jan Jansen\n')).toBe(false)
    expect(await hasBuyers('SKU,Name\nM3,Jan Jansen\n', { 'column.0': 'sku', 'column.1': '' })).toBe(true)
    expect(await hasBuyers('Item number,Available quantity,Start price,Watchers,Sold quantity\n1,1,1.00,2,3\n')).toBe(
      false,
    )
  })

  it('fails if it is erased before it is checked again, and keeps nothing of it', async () => {
    const id = await upload('SKU;Name;Koper\nM3;Jan;Jan Jansen\n')
    await db.owner.deleteFrom('file_run_parts').where('run_id', '=', id).execute()
    await step(id, 'columns', { 'column.0': 'sku', 'column.1': 'title' })
    expect(await modelOf(id)).toMatchObject({ state: 'FAILED' })
    const rows = db.owner.selectFrom('listing_upload_rows').select('line').where('run_id', '=', id)
    expect(await rows.execute()).toEqual([])
  })
})
