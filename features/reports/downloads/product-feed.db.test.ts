import { scheduleSale } from '#features/selling/sale-events/testing.ts'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { NewRow } from '#db/schema.ts'
import { testDatabase } from '#db/testing.ts'
import { listRuns } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { addFormProducts, addFormShop, inColours } from '#features/selling/listing-form/testing.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { minute } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import * as resource from '../runs/report-file-resource.ts'
import { runFileJob } from '../testing.ts'
import * as page from './download-page.tsx'
import { findPreset } from './presets.ts'

const db = await testDatabase()
let now = new Date('2026-11-20T12:00:00Z')
const hub = testServices(db, { now: () => now })
hub.config.listingUrl = 'https://market.example/item/{item}'
await addFormProducts(db)
const shop = await addFormShop(hub, db, 'camera-shop')

/** Makes the file by the template that comes with the hub, and reads it. */
async function feed(): Promise<Record<string, string>[]> {
  now = new Date(now.getTime() + minute)
  const plan = findPreset('preset-google')!.plan!
  await shop.browser.post(page, paths.newDownload(), {
    kind: 'product-feed',
    step: 'create',
    rows: plan.rows,
    format: plan.format,
    column: plan.columns.map(({ column }) => column),
  })
  await runFileJob(hub)
  const [run] = await db.asSeller(shop.sellerId, 'read', (own) =>
    listRuns(own, { sellerId: shop.sellerId, now, limit: 1 }),
  )
  const text = await shop.browser.download(resource, paths.reportFile(run!.id))
  return parse(text, { bom: true, delimiter: '\t', columns: true })
}

it('the product feed has each variation as a product of its group, and in stock what can be ordered now', async () => {
  const camera = await shop.publish({ sku: 'F1', price: '1249.00', quantity: '2' })
  const strap = await shop.publish(inColours('F'))
  await shop.publish({ sku: 'F2', format: 'AUCTION' })
  expect(await feed()).toMatchObject([
    {
      id: camera,
      title: 'Leica M3, 1957',
      description: 'Serviced 2025',
      link: `https://market.example/item/${camera}`,
      image_link: 'http://localhost:3000/m3.webp',
      availability: 'in_stock',
      price: '1249.00 GBP',
      condition: 'used',
      brand: 'Leica',
      gtin: '4006381333931',
      identifier_exists: 'yes',
      product_type: 'Cameras & Photography > Film Cameras',
      item_group_id: '',
      shipping: 'GB:::3.50 GBP',
    },
    {
      id: `${strap}-1`,
      title: 'Leica M3, 1957, Red',
      price: '20.00 GBP',
      availability: 'in_stock',
      // The number of the listing's product is not that of each variation.
      gtin: '',
      identifier_exists: 'no',
      item_group_id: strap,
      color: 'Red',
      size: '',
    },
    { id: `${strap}-2`, title: 'Leica M3, 1957, Blue', price: '22.00 GBP', item_group_id: strap, color: 'Blue' },
  ])

  await db.owner.updateTable('listings').set({ image_url: null }).where('item_number', '=', camera).execute()
  await db.owner.updateTable('products').set({ image_url: '/catalogue.webp' }).execute()
  expect((await feed())[0]).toMatchObject({ image_link: 'http://localhost:3000/catalogue.webp' })

  const ids = await db.owner.selectFrom('listings').select('id').where('seller_id', '=', shop.sellerId).execute()
  const span = { starts_at: new Date('2026-12-01T00:00:00Z'), ends_at: new Date('2026-12-08T00:00:00Z') }
  await scheduleSale(
    db,
    shop.sellerId,
    ids.slice(0, 2).map(({ id }) => id),
    { ...span, ending: '99' },
  )
  const sold = { sale_price_effective_date: '2026-12-01T00:00:00Z/2026-12-08T00:00:00Z' }
  expect(await feed()).toMatchObject([
    { price: '1249.00 GBP', sale_price: '998.99 GBP', ...sold },
    { price: '20.00 GBP', sale_price: '15.99 GBP', ...sold },
    { price: '22.00 GBP', sale_price: '16.99 GBP', ...sold },
  ])

  const availability = async () => (await feed()).map((product) => product['availability'])
  const change = (values: Partial<NewRow<'sellers'>>) =>
    db.owner.updateTable('sellers').set(values).where('id', '=', shop.sellerId).execute()
  await sql`insert into away_exceptions (seller_id, listing_id)
    select seller_id, id from listings where seller_id = ${shop.sellerId} and item_number = ${camera}`.execute(db.owner)
  await change({ away_from: '2026-11-20', away_to: '2026-11-21', away_listings: 'PAUSE', away_set_at: now })
  expect(await availability()).toEqual(['in_stock', 'out_of_stock', 'out_of_stock'])
  await change({ away_from: null, away_to: null, suspended_at: now })
  expect(await availability()).toEqual(['out_of_stock', 'out_of_stock', 'out_of_stock'])
})

it('names brand, number and colour that the listing itself says, in the language of its aspects', async () => {
  const item = await shop.publish({ sku: 'F-DE', price: '20.00', quantity: '1' })
  const { id } = await db.owner
    .updateTable('listings')
    .set({ product_id: null })
    .where('item_number', '=', item)
    .returning('id')
    .executeTakeFirstOrThrow()
  const say = (aspects: Record<string, string[]>) =>
    db.owner
      .updateTable('listing_contents')
      .set({ aspects })
      .where('seller_id', '=', shop.sellerId)
      .where('listing_id', '=', id)
      .execute()
  const said = async () => (await feed()).find((product) => product['id'] === item)
  await say({
    Marke: ['Leica'],
    Herstellernummer: ['M3-1'],
    Farbe: ['Schwarz'],
    Größe: ['M'],
    EAN: ['Nicht zutreffend'],
  })
  const named = { brand: 'Leica', mpn: 'M3-1', color: 'Schwarz', size: 'M', identifier_exists: 'yes' }
  expect(await said()).toMatchObject({ ...named, gtin: '' })
  await say({ EAN: ['4006381333931'] })
  expect(await said()).toMatchObject({ brand: '', mpn: '', gtin: '4006381333931', identifier_exists: 'yes' })
  await say({ EAN: ['4006381333932'] })
  expect(await said()).toMatchObject({ gtin: '', identifier_exists: 'no' })
})
