import { rowOf as dbRowOf, updateRows } from '#db/testing-row.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from '#web/router/testing.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { addFormProducts, addFormShop } from '#features/selling/listing-form/testing.ts'
import { textUrl } from '#shui/text/text-model.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { TextsProvider } from '#texts/context.tsx'
import { paths } from '#web/paths.ts'
import { ListingOfferForm } from './listing-offer-form.tsx'
import type { OfferRefusal } from './listing-offer.ts'
import type { ListingParts } from './listing-parts.server.ts'
import * as page from './listing-page.tsx'

const { db, hub } = await testHubAt('2026-11-20T12:00:00Z')
const shop = await addFormShop(hub, db, 'camera-shop')
const other = await addFormShop(hub, db, 'other-shop')
await addFormProducts(db)

const url = (item: string) => `/sh/lst/item?item=${item}`
const rowOf = async (item: string) => (await shop.listings()).find((row) => row.item_number === item)!
const partsOf = async (item: string) => (await shop.browser.get(page, url(item))).data.parts as ListingParts

const sizes = {
  'axis1.name': 'Size',
  'axis1.values': 'S, M',
  'row.0.values': 'S',
  'row.0.price': '5',
  'row.0.quantity': '2',
  'row.1.values': 'M',
  'row.1.price': '7.50',
  'row.1.quantity': '0',
}

/** Saves prices and quantities from the page, at the current version by default. */
async function save(item: string, fields: Record<string, string>, version?: number) {
  const from = version ?? (await rowOf(item)).version
  return shop.browser.post(page, url(item), { item, version: String(from), ...fields })
}

/** The version in the form re-rendered after a refusal, beside the current offer. */
async function versionDrawn(item: string, refused: OfferRefusal): Promise<number> {
  const { offer } = await partsOf(item)
  const Form = () => createElement(ListingOfferForm, { item, offer, refused })
  const Page = createRoutesStub([{ path: '/', Component: Form }])
  const drawn = createElement(TextsProvider, { value: textsFor('en', 'Europe/London') }, createElement(Page))
  return Number(/name="version" value="(\d+)"/.exec(renderToStaticMarkup(drawn))?.[1])
}

describe('a listing’s page', () => {
  it('saves price and stock together, or neither if one is wrong', async () => {
    const item = await shop.publish()
    const saved = await save(item, { 'row.0.price': '1,300', 'row.0.quantity': '4' })
    expect([saved.status, saved.location]).toEqual([303, expect.stringMatching(/item=\d{12}&undo=/)])
    expect(await rowOf(item)).toMatchObject({ price_minor: 130_000, quantity_available: 4, version: 3 })
    const wrong = await save(item, { 'row.0.price': 'ten', 'row.0.quantity': '9' })
    expect([wrong.status, Object.keys(wrong.data.errors)]).toEqual([422, ['row.0.price']])
    expect(wrong.data.typed).toEqual({ 'row.0.price': 'ten', 'row.0.quantity': '9' })
    expect(await rowOf(item)).toMatchObject({ price_minor: 130_000, quantity_available: 4, version: 3 })
    expect((await save(item, { 'row.0.price': '0', 'row.0.quantity': '9' })).status).toBe(422)
  })

  it('shows what a kit is made of, with what is available of each part, and nothing of what is none', async () => {
    const box = await shop.publish({ sku: 'BOX', title: 'A box', quantity: '9' })
    await shop.publish({ sku: 'MUG', title: 'A mug', quantity: '7' })
    const kit = await shop.publish({ sku: 'SET', parts: '1 BOX, 2 MUG' })
    const shown = (await partsOf(kit)).kit
    expect(shown).toMatchObject([
      { sku: 'BOX', title: 'A box', href: `/sh/lst/item?item=${box}`, units: '1', available: '9', variation: null },
      { sku: 'MUG', title: 'A mug', units: '2', available: '7' },
    ])
    const { stock_number: number } = await dbRowOf(db.owner, 'stock_items', { seller_id: shop.sellerId, sku: 'BOX' })
    expect(shown[0]!.skuHref).toBe(paths.stockItem(number))
    expect((await partsOf(box)).kit).toEqual([])
  })

  it.each([
    [{ sku: 'LABELLED' }, 1],
    [{ sku: '', price: '', quantity: '', ...sizes, 'row.0.sku': 'SIZE-S', 'row.1.sku': 'SIZE-M' }, 2],
    [{ sku: '' }, 0],
  ])('prints the labels of its SKUs, also of variations: %o has %i', async (fields, skus) => {
    const { labels } = await partsOf(await shop.publish(fields))
    expect(textUrl(labels)?.match(/keys=|%2C/g)?.length ?? 0).toBe(skus)
  })

  it('shows both versions after a concurrent change, and saves mine when sent again', async () => {
    const item = await shop.publish()
    const seen = (await rowOf(item)).version
    await save(item, { 'row.0.price': '1100', 'row.0.quantity': '1' })
    const stale = await save(item, { 'row.0.price': '1200', 'row.0.quantity': '1' }, seen)
    expect([stale.status, stale.data.now]).toEqual([
      409,
      { version: seen + 1, texts: { 'row.0.price': '1100.00', 'row.0.quantity': '1' } },
    ])
    expect((await rowOf(item)).price_minor).toBe(110_000)
    expect((await save(item, { 'row.0.price': '1200', 'row.0.quantity': '1' }, stale.data.now.version)).status).toBe(
      303,
    )
    expect((await rowOf(item)).price_minor).toBe(120_000)
  })

  it('keeps what its reader saw if a field is unreadable: stock sold meanwhile is not restored', async () => {
    const item = await shop.publish({ quantity: '5' })
    const seen = (await rowOf(item)).version
    // As an order does.
    await updateRows(db.owner, 'listings', { item_number: item }, { quantity_available: 4, version: seen + 1 })
    const unread = await save(item, { 'row.0.price': 'abc', 'row.0.quantity': '5' }, seen)
    expect(unread.status).toBe(422)
    const drawn = await versionDrawn(item, unread.data)
    const mended = await save(item, { 'row.0.price': '1200', 'row.0.quantity': '5' }, drawn)
    expect([mended.status, mended.data?.now]).toEqual([
      409,
      { version: seen + 1, texts: { 'row.0.price': '1249.00', 'row.0.quantity': '4' } },
    ])
    expect(await versionDrawn(item, mended.data)).toBe(seen + 1)
    expect((await rowOf(item)).quantity_available).toBe(4)
  })

  it('changes all variations at once; the listing shows the lowest price and total stock', async () => {
    const item = await shop.publish(sizes)
    expect((await partsOf(item)).offer.rows.map(({ name }) => name)).toEqual(['S', 'M'])
    const rows = { 'row.0.price': '9', 'row.0.quantity': '3', 'row.1.price': '8', 'row.1.quantity': '4' }
    const saved = await save(item, rows)
    expect([saved.status, saved.location]).toEqual([303, expect.stringMatching(/&undo=/)])
    expect(await rowOf(item)).toMatchObject({ price_minor: 800, quantity_available: 7 })
    expect((await partsOf(item)).offer.texts).toEqual({
      'row.0.price': '9.00',
      'row.0.quantity': '3',
      'row.1.price': '8.00',
      'row.1.quantity': '4',
    })
    expect((await save(item, { ...rows, 'row.1.price': '0' })).data.errors).toHaveProperty(['row.1.price'])
    const soldOut = { ...rows, 'row.0.quantity': '0', 'row.1.quantity': '0' }
    expect((await save(item, soldOut)).status).toBe(303)
    expect(await rowOf(item)).toMatchObject({ state: 'OUT_OF_STOCK', quantity_available: 0 })
    expect((await save(item, rows)).status).toBe(303)
    expect(await rowOf(item)).toMatchObject({ state: 'ACTIVE', quantity_available: 7 })
  })

  it('shows the units that the marketplace’s shop counts, and saves prices alone', async () => {
    const items = [await shop.publish({ quantity: '3' }), await shop.publish(sizes)]
    const countedBy = (owner: 'SHOP' | null) =>
      db.owner.updateTable('sellers').set({ stock_owner: owner }).where('id', '=', shop.sellerId).execute()
    onTestFinished(async () => void (await countedBy(null)))
    await countedBy('SHOP')
    for (const [nth, item] of items.entries()) {
      expect((await partsOf(item)).offer.unitsLock).toContain('shop keeps count')
      const rows = { 'row.0.price': '9', 'row.0.quantity': '8', 'row.1.price': '9', 'row.1.quantity': '8' }
      expect((await save(item, rows)).status).toBe(303)
      expect(await rowOf(item)).toMatchObject({ price_minor: 900, quantity_available: [3, 2][nth] })
    }
  })

  it('follows the publishing rules: best offers are below the price', async () => {
    const item = await shop.publish({ bestOffer: 'on', minimumOffer: '100', autoAccept: '150' })
    const refused = await save(item, { 'row.0.price': '120', 'row.0.quantity': '1' })
    expect([refused.status, refused.data.errors['row.0.price']]).toEqual([
      422,
      expect.stringMatching(/accepted at once/),
    ])
  })

  it('shows its policies, sanitised description and item specifics', async () => {
    const item = await shop.publish()
    const parts = await partsOf(item)
    expect(parts.policies.map(({ words }) => words)).toEqual(['Usual · £3.50', 'Usual', 'Usual · 30 days'])
    expect(parts.descriptionHtml).toBe('<p>Serviced <b>2025</b></p>')
    // A draft's description is unsanitised.
    const unsafe = '<p onclick="x()">Kept as typed</p><script>x()</script>'
    await db.owner.updateTable('listing_contents').set({ description: unsafe }).execute()
    expect((await partsOf(item)).descriptionHtml).toBe('<p>Kept as typed</p>')
    expect(parts.aspects).toContainEqual({ label: 'Mount', value: 'Leica M' })
    expect(parts.orders).toEqual([])
  })

  it('links to the marketplace only while buyers can see it there, and if the operator configured it', async () => {
    const item = await shop.publish()
    expect((await partsOf(item)).marketplaceHref).toBeNull()
    hub.config.listingUrl = 'https://market.example/item/{item}?from=hub'
    expect((await partsOf(item)).marketplaceHref).toBe(`https://market.example/item/${item}?from=hub`)
    const later = await shop.publish({ startDate: '2026-12-01' })
    expect((await partsOf(later)).marketplaceHref).toBeNull()
    hub.config.listingUrl = null
  })

  it('is nobody else’s', async () => {
    const item = await shop.publish()
    expect((await other.browser.get(page, url(item))).status).toBe(404)
    const fields = { item, version: '2', 'row.0.price': '1', 'row.0.quantity': '1' }
    expect((await other.browser.post(page, url(item), fields)).status).toBe(404)
    expect((await rowOf(item)).price_minor).toBe(124_900)
  })
})
