import { testHubAt } from '#features/people/accounts/testing.ts'
import { addRows } from '#db/testing-row.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { propertyRuns } from '#db/testing-property-runs.ts'
import type { FileKind } from '#features/machinery/file-runs/file-run.ts'
import { findOrderColumns, namedOrderColumns } from '#features/orders/order-files/order-columns.ts'
import type { OrderRecord } from '#features/orders/order-files/order-record.ts'
import { createOrderReader } from '#features/orders/order-files/read-orders.ts'
import { finishedOrder, type FinishedOrder } from '#features/orders/order-intake/finished-order.ts'
import { takeOrdersIsolated } from '#features/orders/order-intake/take-orders-db.server.ts'
import { addFormProducts, addFormShop } from '#features/selling/listing-form/testing.ts'
import { checkTestFile } from '#features/shipping/tracking-upload/testing.ts'
import { minute } from '#lib/duration.ts'
import { openTable, sampleColumns, tableRecords } from '#lib/table-file.ts'
import type { DownloadPlan } from './downloads/download-kind.ts'
import { downloadFile, named, type TestPlan } from './testing-downloads.ts'
import { uploadPages } from './uploads/testing.ts'

// What the hub writes it reads again, also under the headers of other programs: import(export(x)) = x.

const { db, hub, now } = await testHubAt('2026-11-20T12:00:00Z')

await addFormProducts(db)
const shop = await addFormShop(hub, db, 'round-trips')
const seller = await db.owner
  .selectFrom('sellers')
  .select('time_zone')
  .where('id', '=', shop.sellerId)
  .executeTakeFirstOrThrow()
const zone = seller.time_zone

/** What the hub downloads. */
const download = (kind: FileKind, plan: TestPlan) => downloadFile({ db, hub, sellerId: shop.sellerId, now }, kind, plan)

// Begin with letters that no word for an empty cell begins with. Signs of formulas are made harmless, and stay so.
const text = fc.stringMatching(/^[A-M][\wäéß .,;"']{0,20}[a-z]$/).map((written) => written.replaceAll(/\s+/g, ' '))
const { numRuns } = propertyRuns(60)
const sampled = <T>(one: fc.Arbitrary<T>): T[] => fc.sample(one, { numRuns, seed: 33 })

describe('a download of listings restores them when it is uploaded', () => {
  const listing = fc.record({
    title: text,
    price_minor: fc.integer({ min: 2, max: 9_999_999 }),
    quantity_available: fc.integer({ min: 2, max: 100_000 }),
  })
  // SKUs keep their zeros.
  const listings = sampled(listing).map((each, n) => ({ ...each, sku: `00${n}` }))

  beforeAll(async () => {
    const fixed = { seller_id: shop.sellerId, category: 'Filters', condition: 'NEW', state: 'ACTIVE' } as const
    await addRows(
      db.owner,
      'listings',
      listings.map((each) => ({ ...each, ...fixed, currency: 'GBP', created_at: now, starts_at: now })),
    )
  })

  const stored = () =>
    db.owner
      .selectFrom('listings')
      .select(['title', 'price_minor', 'quantity_available', 'sku'])
      .where('seller_id', '=', shop.sellerId)
      .orderBy('id')
      .execute()

  const own = ['listings.column.item', 'listings.column.title', 'word.sku', 'word.price', 'word.available'].map(
    (column) => ({ column }),
  )
  it.each<[string, Pick<DownloadPlan, 'columns'> & Partial<DownloadPlan>]>([
    ['under the hub’s own headers', { columns: own }],
    ['under German headers, with decimal commas', { columns: own, locale: 'de', format: 'CSV_SEMICOLON' }],
    [
      'as eBay’s active listings',
      {
        columns: named('listings.column.', {
          'Item number': 'item',
          Title: 'title',
          'Custom label (SKU)': 'word.sku',
          'Available quantity': 'word.available',
          Currency: 'word.currency',
          'Start price': 'word.price',
          Watchers: 'watchers',
          'Sold quantity': 'word.sold',
          Condition: 'condition',
        }),
      },
    ],
    [
      'as products of Shopify',
      {
        columns: named('listings.column.', {
          Handle: 'item',
          Title: 'title',
          'Variant SKU': 'word.sku',
          'Variant Inventory Qty': 'word.available',
          'Variant Price': 'word.price',
        }),
      },
    ],
    [
      'as products of WooCommerce',
      {
        columns: named('listings.column.', {
          Type: 'word.format',
          SKU: 'word.sku',
          Name: 'title',
          Published: 'word.status',
          Stock: 'word.available',
          'Regular price': 'word.price',
        }),
      },
    ],
    [
      'as offers of Amazon, separated by tabs',
      {
        format: 'TSV',
        columns: named('listings.column.', {
          'item-name': 'title',
          'seller-sku': 'word.sku',
          asin1: 'epid',
          price: 'word.price',
          quantity: 'word.available',
        }),
      },
    ],
  ])('%s', async (name, plan) => {
    for (const { sku, title } of listings)
      await db.owner.updateTable('listings').set({ title }).where('sku', '=', sku).execute()
    const file = await download('listings', { rows: 'active', ...plan })
    const changed = { title: 'Changed', price_minor: 1, quantity_available: 1 }
    await db.owner.updateTable('listings').set(changed).where('seller_id', '=', shop.sellerId).execute()
    const pages = uploadPages({ hub, browser: shop.browser })
    expect(await pages.linesOf(await pages.apply(file), 'problems')).toEqual([])
    // Another shop's report of its listings sets stock and prices alone.
    const isReport = /^as (?:eBay|offers of Amazon)/.test(name)
    expect(await stored()).toEqual(isReport ? listings.map((each) => ({ ...each, title: 'Changed' })) : listings)
    // A second time it changes nothing.
    expect(await pages.modelOf(await pages.upload(file))).toMatchObject({ changes: 0 })
  })
})

/** What the formats of all programs have of an order. */
const toldOf = ({ placedAt, shipTo, lines, ...order }: FinishedOrder) => ({
  placedAt,
  name: shipTo?.name,
  line1: shipTo?.line1,
  city: shipTo?.city,
  region: shipTo?.region,
  postcode: shipTo?.postal_code,
  country: shipTo?.country,
  currency: order.currency,
  lines: lines.map(({ sku, title, quantity, unitPriceMinor }) => ({ sku, title, quantity, unitPriceMinor })),
  amounts: [order.shippingMinor, order.taxMinor, order.discountMinor],
  status: order.history.status,
  paidAt: order.history.payments[0]?.paidAt,
  shippedAt: order.history.parcels[0]?.shippedAt,
})

const line = fc.record({
  sku: fc.stringMatching(/^[A-M]-[0-9]{1,6}$/),
  title: text,
  quantity: fc.integer({ min: 1, max: 20 }),
  unitPriceMinor: fc.integer({ min: 100, max: 500_000 }),
  discountMinor: fc.constant(0),
})
/** Finished orders, placed in winter: an hour that comes twice would be two moments. */
const orders = sampled(
  fc.record({
    second: fc.integer({ min: 0, max: 3_000_000 }),
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    name: text,
    line1: text,
    city: text,
    region: fc.option(text),
    postal_code: fc.stringMatching(/^[0-9]{5}$/),
    country: fc.constantFrom('GB', 'DE', 'US', 'FR'),
    shippingMinor: fc.integer({ min: 0, max: 5_000 }),
    taxMinor: fc.integer({ min: 0, max: 5_000 }),
    discountMinor: fc.integer({ min: 0, max: 100 }),
  }),
).map(({ second, lines, name, line1, city, region, postal_code, country, ...amounts }, n): FinishedOrder => {
  const placedAt = new Date(Date.UTC(2025, 0, 7) + second * 1_000)
  const amountMinor =
    lines.reduce((sum, { quantity, unitPriceMinor }) => sum + quantity * unitPriceMinor, 0) +
    amounts.shippingMinor +
    amounts.taxMinor -
    amounts.discountMinor
  const paidAt = new Date(placedAt.getTime() + minute)
  const shippedAt = new Date(placedAt.getTime() + 99 * minute)
  return {
    id: `X-${n}`,
    placedAt,
    buyer: { id: `buyer-${n}`, username: null, name, email: null },
    shipTo: { name, company: null, line1, line2: null, line3: null, city, region, postal_code, country, phone: null },
    currency: 'GBP',
    lines,
    ...amounts,
    shippingService: 'Tracked 48',
    buyerNote: null,
    history: {
      status: 'SHIPPED',
      shipBy: null,
      payments: [{ id: `p-${n}`, method: 'CARD', state: 'PAID', amountMinor, currency: 'GBP', paidAt }],
      parcels: [
        {
          carrier: 'Royal Mail',
          service: null,
          trackingNumber: `AB${String(n).padStart(9, '0')}GB`,
          shippedAt,
          deliveredAt: null,
          contents: null,
        },
      ],
      refunds: [],
      cancellations: [],
      feedback: null,
    },
  }
})

describe('a download of orders', () => {
  beforeAll(async () => {
    const { sellerId } = shop
    const pushed = orders.map((order) => finishedOrder(order))
    const results = await takeOrdersIsolated(db, { sellerId, orders: pushed, now, rules: hub.config })
    for (const result of results) expect(result).toMatchObject({ value: { outcome: { ok: true } } })
  })

  /** Reads a file as moving in does. */
  async function read(file: string): Promise<OrderRecord[]> {
    const bytes = new TextEncoder().encode(file)
    const opened = await openTable(bytes, namedOrderColumns)
    if (!opened.ok) throw new Error(opened.reason)
    const { file: table } = opened
    const columns = findOrderColumns(sampleColumns(table), 'GBP')
    const reader = createOrderReader(
      { columns, header: table.header, sample: table.sample },
      { source: 'file', currency: 'GBP', zone, now },
    )
    const found: OrderRecord[] = []
    for await (const records of tableRecords([bytes], table)) found.push(...reader.read(records))
    return [...found, ...reader.end()]
  }

  it.each<[string, Record<string, string>]>([
    [
      'eBay',
      {
        'Order Number': 'order',
        'Buyer Username': 'buyer',
        'Buyer Name': 'buyerName',
        'Ship To Name': 'shipToName',
        'Ship To Address 1': 'line1',
        'Ship To City': 'city',
        'Ship To State': 'region',
        'Ship To Zip': 'postalCode',
        'Ship To Country': 'word.country',
        'Item Title': 'title',
        'Custom Label': 'word.sku',
        Quantity: 'word.quantity',
        'Sold For': 'unitPrice',
        'Shipping And Handling': 'shipping',
        'Seller Collected Tax': 'tax',
        'Discount Amount': 'discount',
        'Total Price': 'total',
        Currency: 'currency',
        'Sale Date': 'placed',
        'Paid On Date': 'paid',
        'Shipped On Date': 'shipped',
        'Tracking Number': 'word.trackingNumber',
      },
    ],
    [
      'Shopify',
      {
        Name: 'order',
        'Financial Status': 'payment',
        'Paid at': 'paid',
        'Fulfillment Status': 'word.status',
        'Fulfilled at': 'shipped',
        Currency: 'currency',
        Subtotal: 'subtotal',
        Shipping: 'shipping',
        Taxes: 'tax',
        Total: 'total',
        'Discount Amount': 'discount',
        'Shipping Method': 'service',
        'Created at': 'placed',
        'Lineitem quantity': 'word.quantity',
        'Lineitem name': 'title',
        'Lineitem price': 'unitPrice',
        'Lineitem sku': 'word.sku',
        'Shipping Name': 'shipToName',
        'Shipping Address1': 'line1',
        'Shipping City': 'city',
        'Shipping Zip': 'postalCode',
        'Shipping Province': 'region',
        'Shipping Country': 'word.country',
      },
    ],
    [
      'Etsy',
      {
        'Sale Date': 'placed',
        'Item Name': 'title',
        Buyer: 'buyer',
        Quantity: 'word.quantity',
        Price: 'unitPrice',
        'Discount Amount': 'discount',
        'Order Shipping': 'shipping',
        'Order Sales Tax': 'tax',
        Currency: 'currency',
        'Transaction ID': 'position',
        'Listing ID': 'word.itemNumber',
        'Date Paid': 'paid',
        'Date Shipped': 'shipped',
        'Ship Name': 'shipToName',
        'Ship Address1': 'line1',
        'Ship City': 'city',
        'Ship State': 'region',
        'Ship Zipcode': 'postalCode',
        'Ship Country': 'word.country',
        'Order ID': 'order',
        SKU: 'word.sku',
      },
    ],
  ])('under the headers of %s is read as the same orders', async (_, columns) => {
    const numbers = await db.owner
      .selectFrom('orders')
      .select(['order_number', 'external_id'])
      .where('seller_id', '=', shop.sellerId)
      .execute()
    const idOf = new Map(numbers.map((row) => [row.order_number, row.external_id]))
    const file = await download('orders', { columns: named('orders.export.', columns) })
    const found = (await read(file)).map(({ number, order, problems }) => [
      idOf.get(number),
      problems,
      order && toldOf(order),
    ])
    const byId = <T extends unknown[]>(rows: T[]) => rows.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))
    expect(byId(found)).toEqual(byId(orders.map((order) => [order.id, [], toldOf(order)])))
  })

  it('and one of their parcels, uploaded as tracking numbers, changes nothing', async () => {
    const columns = ['orders.export.order', 'word.carrier', 'word.trackingNumber', 'orders.export.shipped']
    const file = await download('tracking', { columns: columns.map((column) => ({ column })) })
    const { rows } = await checkTestFile(hub, { sellerId: shop.sellerId, text: file })
    expect(new Set(rows.map(({ verdict }) => verdict))).toEqual(new Set(['SAME']))
    expect(rows.length).toBeGreaterThanOrEqual(orders.length)
  })
})
