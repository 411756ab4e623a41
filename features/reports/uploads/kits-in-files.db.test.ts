import { describe, expect, it } from 'vitest'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { addFormProducts, addFormShop } from '#features/selling/listing-form/testing.ts'
import { uploadPages } from './testing.ts'

const { db, hub } = await testHubAt('2026-11-20T12:00:00Z')
const shop = await addFormShop(hub, db, 'mug-shop')
await addFormProducts(db)
const { upload, modelOf, linesOf, apply } = uploadPages({ hub, browser: shop.browser })

await shop.publish({ sku: 'BOX', quantity: '9' })
await shop.publish({ sku: 'MUG', quantity: '7' })
await shop.publish({ sku: 'SET', parts: '1 BOX; 2 MUG' })
await shop.publish({ sku: 'BOX-SET', parts: '1 BOX' })

const woo = (sku: string, items: object, price = '30.00') =>
  [
    'ID,Type,SKU,Name,Stock,Regular price,Bundled Items (JSON-encoded)',
    `9,bundle,${sku},Gift set,40,${price},"${JSON.stringify(items).replaceAll('"', '""')}"`,
  ].join('\n')
const bundled = (sku: string, units: number, more: object = {}) => ({
  product_id: sku,
  meta_data: { quantity_min: `${units}`, quantity_max: `${units}`, ...more },
})

describe('the review of a file', () => {
  const own = (rows: string) => `SKU,Title,Quantity,Made of\n${rows}`
  const made = (sku: string, parts: string) => own(`${sku},,,${parts}`)

  it.each([
    ['2 NOWHERE', 'You have no listing with the SKU NOWHERE.'],
    ['1 SET', 'SET is a kit itself: name its parts.'],
    ['1 BOX-SET', 'A kit cannot be made of its own SKU BOX-SET.'],
    ['1 BOX; 2 BOX', 'BOX is named twice.'],
    ['1001 BOX', 'BOX: enter 1 to 1,000 items.'],
  ])('refuses a kit of %s before anything changes', async (parts, why) => {
    const id = await upload(made('BOX-SET', parts))
    expect(await modelOf(id)).toMatchObject({ changes: 0 })
    expect(await linesOf(id, 'problems')).toEqual([expect.stringContaining(why)])
    // What it can be made of is a change.
    expect(await modelOf(await upload(made('BOX-SET', '1000 BOX')))).toMatchObject({ changes: 1 })
  })

  it('refuses parts for what is a part itself', async () => {
    expect(await linesOf(await upload(made('MUG', '1 BOX')), 'problems')).toEqual([
      expect.stringContaining('A kit is made of this SKU: it cannot be one.'),
    ])
  })

  it('notes what a draft cannot be made of, unless the file creates that too', async () => {
    const rows = ['DUO,Two jars,,2 JAR', 'TRIO,Three lids,,3 LID', 'JAR,Jar,4,']
    const id = await upload(own(rows.join('\n')))
    expect(await modelOf(id)).toMatchObject({ changes: 3 })
    const lines = await linesOf(id, 'changes')
    expect(lines.map((line) => line.includes('You have no listing with the SKU'))).toEqual([false, true, false])
  })

  it('notes that a quantity beside parts is left out, and none without parts', async () => {
    const id = await upload(own(['SET,,5,1 BOX; 1 MUG', 'MUG,,6,'].join('\n')))
    const lines = await linesOf(id, 'changes')
    expect(lines.map((line) => line.includes('Left out: what a kit has'))).toEqual([true, false])
  })
})

describe('a file of WooCommerce', () => {
  it('changes what a kit is made of, and leaves its units to its parts', async () => {
    const file = woo('SET', { 3: bundled('BOX', 1), 4: bundled('MUG', 3) })
    const id = await upload(file)
    expect(await linesOf(id, 'revise')).toEqual([expect.stringContaining('Made of 1 BOX; 2 MUG → 1 BOX; 3 MUG')])
    await apply(file)
    const [kit] = (await shop.listings()).filter(({ sku }) => sku === 'SET')
    expect(kit).toMatchObject({ is_kit: true, quantity_available: 2, price_minor: 3000 })
    expect(await modelOf(await upload(file))).toMatchObject({ changes: 0 })
  })

  it('says why a bundle of which buyers choose is no kit', async () => {
    const id = await upload(woo('SET', { 3: bundled('BOX', 1, { optional: 'yes' }) }))
    expect(await linesOf(id, 'problems')).toEqual([expect.stringContaining('Buyers choose what is in this bundle.')])
  })

  it('creates the draft of a kit', async () => {
    await apply(woo('NEW-SET', { 3: bundled('MUG', 2) }))
    const [draft] = (await shop.listings()).filter(({ sku }) => sku === 'NEW-SET')
    const { typed } = await shop.open(`mode=AddItem&draftId=${draft!.item_number}`)
    expect(typed).toMatchObject({ parts: '2 MUG', price: '30.00' })
  })
})

describe('a file of Shopify', () => {
  // Shopify's own columns have no parts: the seller adds one.
  const packs = (six: string) =>
    [
      'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Made of',
      `mugs,Mugs,Pack,One,ONE,13,6.00,`,
      `mugs,,,Two,TWO,6,11.00,2 ONE`,
      `mugs,,,Six,SIX,2,30.00,${six}`,
    ].join('\n')

  it('creates a draft whose variations are packs of one, and changes what they have', async () => {
    await apply(packs('6 ONE'))
    const [draft] = (await shop.listings()).filter(({ title }) => title === 'Mugs')
    const view = await shop.open(`mode=AddItem&draftId=${draft!.item_number}`)
    expect(view.typed).toMatchObject({ 'row.1.parts': '2 ONE', 'row.2.parts': '6 ONE' })
    expect(view.typed['row.0.parts']).toBeUndefined()
    const typed = { ...(await shop.complete({ sku: '', price: '', quantity: '' })), ...view.typed }
    expect(await shop.send(view, 'publish', typed)).toMatchObject({ status: 303 })
    const packsNow = async () => {
      const rows = await db.owner.selectFrom('listing_variations').select(['sku', 'quantity', 'is_kit']).execute()
      return rows.map(({ sku, quantity, is_kit: isKit }) => `${sku} ${quantity}${isKit ? ' kit' : ''}`).toSorted()
    }
    expect(await packsNow()).toEqual(['ONE 13', 'SIX 2 kit', 'TWO 6 kit'])
    await apply(packs('5 ONE'))
    // Variations share the stock of one, of which the file says 13 again.
    expect(await packsNow()).toEqual(['ONE 13', 'SIX 2 kit', 'TWO 6 kit'])
    await apply(packs('4 ONE'))
    expect(await packsNow()).toEqual(['ONE 13', 'SIX 3 kit', 'TWO 6 kit'])
  })
})
