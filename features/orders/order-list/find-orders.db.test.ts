import { anyListing, addRows, addRow } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { readingAsDivided } from '#db/testing-divided.ts'
import { addSeller } from '#db/testing-seller.ts'
import { findOrders } from '#features/settings/find/find-rows-db.server.ts'
import { readFindQuery } from '#features/settings/find/find-query.ts'
import { readList } from '#features/machinery/grid/list-db.server.ts'
import { openList } from '#features/machinery/grid/list-query.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { paths } from '#web/paths.ts'
import type { Role } from '#web/roles.ts'
import { ordersList } from './orders-list.server.ts'
import { renewSearchWords } from './renew-search-words.server.ts'
import { addOrders } from './testing.ts'

const now = new Date('2026-11-20T14:30:00Z')

/** Data of an order that people search by. */
interface Kept {
  number?: string
  externalId?: string
  buyer?: string
  email?: string
  company?: string
  recipient?: string
  line1?: string
  line2?: string
  city?: string
  region?: string
  postcode?: string
  phone?: string
  tracking?: string
  sku?: string
}

const variedListing = {
  title: 'Tee',
  ...anyListing,
  category: 'Clothing',
  price_minor: 1000,
} as const

/** Stored value, typed text, and whether it is not found. */
const typed: [Kept, string, boolean?][] = [
  [{ phone: '+44 20 7946 0123' }, '+442079460123'],
  [{ phone: '+44 20 7946 0123' }, '020 7946 0123'],
  [{ phone: '+44 20 7946 0123' }, '02079460123'],
  [{ phone: '+44 20 7946 0123' }, '0044 (0)20 7946-0123'],
  [{ phone: '+44 20 7946 0123' }, '020 7946 0124', false],
  [{ phone: '020 7946 0123' }, '+44 20 7946 0123'],
  [{ phone: '+44 (0)20 7946 0123' }, '02079460123'],
  [{ phone: '(555) 010-9999' }, '+1 555 010 9999'],
  [{ phone: '+7 912 123-45-67' }, '8 912 123 45 67'],
  [{ phone: '+33 1 23 45 67 89' }, '01 23 45 67 89'],
  [{ phone: '+33 1 23 45 67 89' }, '01 23 45 67 88', false],
  [{ phone: '０３−１２３４−５６７８' }, '03-1234-5678'],
  [{ buyer: 'Pat Buyer', recipient: 'Gertrude Recipient' }, 'Gertrude'],
  [{ buyer: 'Pat Buyer', recipient: 'Gertrude Recipient' }, 'pat gertrude'],
  [{ buyer: 'Pat Buyer', recipient: 'Gertrude Recipient' }, 'PatBuyer'],
  [{ line2: 'Acme Widgets Ltd.' }, 'acme widgets'],
  [{ company: 'Acme Widgets Ltd.' }, 'acmewidgets'],
  [{ company: 'Schäfer & Söhne' }, 'schaefer soehne'],
  [{ email: 'ann@shop.example' }, 'ann@shop.example'],
  [{ line1: '12 St. John’s Road' }, "st john's road"],
  [{ line1: '12 St. John’s Road' }, 'St Johns Road'],
  [{ line1: 'Hauptstraße 5' }, 'Hauptstrasse 5'],
  [{ city: 'Köln' }, 'Koeln'],
  [{ city: 'Aix-en-Provence' }, 'aix en provence'],
  [{ city: 'Aarhus' }, 'Århus'],
  [{ region: 'Île-de-France' }, 'ile de france'],
  [{ postcode: '01305-129' }, '01305129'],
  [{ postcode: 'SW1A 1AA' }, 'sw1a1aa'],
  [{ postcode: 'SW1A1AA' }, 'SW1A 1AA'],
  [{ postcode: '〒150-0042' }, '1500042'],
  [{ recipient: 'Müller' }, 'Mueller'],
  [{ recipient: 'Mueller' }, 'Müller'],
  [{ recipient: 'Mueller' }, 'Muller'],
  [{ recipient: 'Muller' }, 'Müller'],
  [{ recipient: 'Müller' }, 'Mu\u0308ller'],
  [{ recipient: 'Søren Kjær' }, 'soeren kjaer'],
  [{ recipient: '山田 太郎' }, '山田太郎'],
  [{ recipient: '山田太郎' }, '山田 太郎'],
  [{ recipient: 'ﾔﾏﾀﾞ ﾀﾛｳ' }, 'ヤマダタロウ'],
  [{ recipient: '山田 太郎' }, '山田'],
  [{ region: '東京都', city: '千代田区', line1: '丸の内1-1' }, '東京都千代田区丸の内'],
  [{ recipient: 'O’Brien' }, 'OBrien'],
  [{ recipient: "O'Brien" }, 'O’Brien'],
  [{ recipient: 'OBrien' }, "o'brien"],
  [{ recipient: 'O´Brien' }, 'OBrien'],
  [{ recipient: 'Jean-Luc D’Arcy' }, 'jean luc darcy'],
  [{ number: '12-88566-16953' }, '128856616953'],
  [{ number: '12-88566-16953' }, '12 88566 16953'],
  [{ number: '12-88566-16953' }, '#12-88566-16953'],
  [{ externalId: 'A-1001' }, 'A-1001'],
  [{ externalId: 'A-1001' }, 'a1001'],
  [{ externalId: '#1001/B' }, '1001B'],
  [{ tracking: '1Z999AA10123456784' }, '1Z 999 AA1 01 2345 6784'],
  [{ tracking: 'AB 1234 5678 9GB' }, 'AB123456789GB'],
  [{ tracking: '00340434161094042557' }, '0034 0434 1610 9404 2557'],
  [{ sku: 'MUG-BLUE/2' }, 'mugblue2'],
  // Others of each kind, as people copy and type them.
  [{ phone: '+44 20 7946 0123' }, 'tel:+44-20-7946-0123'],
  [{ phone: '+44 20 7946 0123' }, '(020) 7946-0123'],
  [{ phone: '+44 20 7946 0123' }, '０２０７９４６０１２３'],
  [{ phone: '020 7946 0123 ext. 5' }, '02079460123'],
  [{ phone: '+44\u00a020\u20117946\u20110123' }, '02079460123'],
  [{ buyer: 'Pat Buyer', recipient: 'Gertrude Recipient' }, 'Recipient, Gertrude'],
  [{ recipient: 'Strauß' }, 'STRAUSS'],
  [{ recipient: 'MÜLLER' }, 'mueller'],
  [{ recipient: 'Łukasz Đorđević' }, 'lukasz dordevic'],
  [{ recipient: 'Ιωάννης' }, 'ιωαννης'],
  [{ recipient: 'Фёдор' }, 'федор'],
  [{ recipient: 'MacDonald' }, 'mac donald'],
  [{ recipient: 'van der Berg' }, 'vanderberg'],
  [{ recipient: 'D’Angelo' }, 'd angelo'],
  [{ recipient: '山田\u3000太郎' }, '山田太郎'],
  [{ recipient: '김민수' }, '김민수'.normalize('NFD')],
  [{ city: 'İzmir' }, 'izmir'],
  [{ postcode: '02451-1234' }, '024511234'],
  [{ postcode: '02451-1234' }, '02451'],
  [{ postcode: 'EC1A 1BB' }, 'EC1A\u00a01BB'],
  [{ number: '12-88566-16953' }, '12\u201188566\u201116953'],
  [{ number: '12-88566-16953' }, '12 – 88566 – 16953'],
  [{ externalId: 'A-1001' }, 'A–1001'],
  [{ externalId: 'A-1001' }, '“A-1001”'],
  [{ externalId: 'A-1001' }, '\u200bA-1001\u00a0'],
  [{ email: 'Ann@Shop.Example' }, '<ann@shop.example>'],
]

const db = await testDatabase()
const divided = readingAsDivided(db)
const seller = await addSeller(db, 'ann')
// Other orders, so that not everything matches.
await addOrders(db, { sellerId: seller, count: 20, now, seed: 'ann' })

const reader = (role: Role) => ({ sellerId: seller, role, now, zone: 'Europe/London', policyPack })

/** Order numbers found by the list and, as on a cluster, by "Find or go to". */
async function found(q: string, role: Role = 'owner') {
  const place = { pathname: paths.orders, searchParams: new URLSearchParams({ q: q.replace(/^#/, '') }) }
  const on = openList(ordersList, place, reader(role))
  const list = await db.asSeller(seller, 'read', (own) => readList(own, ordersList, on))
  const go = await divided.asSeller(seller, 'read', (own) => findOrders(own, readFindQuery(q), reader(role)))
  return [list.rows, go.rows].map((rows) => rows.map((row) => row.order_number))
}

let last = 0
async function keep({ number, externalId, buyer = 'Some One', email, recipient, tracking, sku, ...place }: Kept) {
  last += 1
  const rest = { seller_id: seller, currency: 'GBP' }
  const { id: buyerId } = await addRow(db.owner, 'buyers', {
    seller_id: seller,
    username: `someone${last}`,
    name: buyer,
  })
  const { id: addressId } = await addRow(db.owner, 'addresses', {
    seller_id: seller,
    buyer_id: buyerId,
    name: recipient ?? buyer,
    company: place.company ?? null,
    line1: place.line1 ?? null,
    line2: place.line2 ?? null,
    city: place.city ?? 'Leeds',
    region: place.region ?? null,
    postal_code: place.postcode ?? null,
    phone: place.phone ?? null,
    country: 'GB',
  })
  const order = await addRow(db.owner, 'orders', {
    ...rest,
    order_number: number ?? `77-${String(last).padStart(5, '0')}-77777`,
    external_id: externalId ?? null,
    buyer_id: buyerId,
    buyer_username: `someone${last}`,
    buyer_email: email ?? null,
    ship_to_address_id: addressId,
    ship_to_country: 'GB',
    placed_at: now,
    subtotal_minor: 100,
    line_count: 1,
    unit_count: 1,
  })
  await addRows(db.owner, 'line_items', {
    ...rest,
    order_id: order.id,
    position: 1,
    item_number: String(990_000_000_000 + last),
    sku: sku ?? null,
    title: 'Thing',
    quantity: 1,
    unit_price_minor: 100,
  })
  if (tracking !== undefined)
    await addRows(db.owner, 'shipments', {
      seller_id: seller,
      order_id: order.id,
      tracking_number: tracking,
      carrier: 'UPS',
      shipped_at: now,
    })
  return order
}

async function drop({ id }: { id: number }) {
  await sql`delete from orders where seller_id = ${seller} and id = ${id}`.execute(db.owner)
}

const personal = ['phone', 'email', 'company', 'recipient', 'line1', 'line2', 'city', 'region', 'postcode']

describe('an order', () => {
  it.each(typed)('with %o is found by %s', async (kept, q, isFound = true) => {
    const order = await keep(kept)
    const expected = isFound ? [order.order_number] : []
    expect(await found(q)).toEqual([expected, expected])
    // Personal data is searched only if the reader may see it.
    if (Object.keys(kept).some((key) => personal.includes(key))) expect(await found(q, 'viewer')).toEqual([[], []])
    await drop(order)
  })

  it('is found by its current address and number', async () => {
    const order = await keep({ recipient: 'Gertrude', externalId: 'A-1' })
    await sql`update addresses set line1 = '7 Quince Lane', city = 'Wexford' where seller_id = ${seller} and name = 'Gertrude'`.execute(
      db.owner,
    )
    expect(await found('quince wexford')).toEqual([[order.order_number], [order.order_number]])
    expect(await found('gertrude leeds')).toEqual([[], []])
    await sql`update orders set external_id = 'B-2002' where seller_id = ${seller} and id = ${order.id}`.execute(
      db.owner,
    )
    expect(await found('b2002')).toEqual([[order.order_number], [order.order_number]])
    await drop(order)
  })
})

describe('renewSearchWords', () => {
  it('rewrites rows of older rules in small batches, and stops on request', async () => {
    const old = () => db.owner.selectFrom('order_search').select('order_id').where('version', '<', 2).execute()
    const before = await db.owner.selectFrom('order_search').select(['order_id', 'terms', 'personal']).execute()
    await sql`update order_search set version = 1, personal = 'old'`.execute(db.owner)
    expect(await renewSearchWords(db, { signal: AbortSignal.abort() })).toBe(0)
    expect(await old()).toHaveLength(before.length)
    expect(await renewSearchWords(db, { atOnce: 7 })).toBe(before.length)
    expect(await old()).toEqual([])
    const after = await db.owner.selectFrom('order_search').select(['order_id', 'terms', 'personal']).execute()
    const byId = (rows: typeof after) => rows.toSorted((a, b) => a.order_id - b.order_id)
    expect(byId(after)).toEqual(byId(before))
    expect(await renewSearchWords(db)).toBe(0)
  })

  it('writes the SKUs of variations into words of listings that lack them', async () => {
    const listing = await addRow(db.owner, 'listings', { ...variedListing, seller_id: seller })
    const variation = { seller_id: seller, listing_id: listing.id, position: 1, axis_values: ['M'], sku: 'TEE-M' }
    await addRows(db.owner, 'listing_variations', { ...variation, price_minor: 1000, quantity: 1 })
    const words = () =>
      db.owner.selectFrom('listing_search').select(['terms', 'version']).where('listing_id', '=', listing.id).execute()
    const right = await words()
    expect(right).toEqual([{ terms: expect.stringMatching(/^tee .*tee-m$/), version: 2 }])
    await sql`update listing_search set version = 1, terms = 'tee' where listing_id = ${listing.id}`.execute(db.owner)
    expect(await renewSearchWords(db)).toBe(1)
    expect(await words()).toEqual(right)
    const product = await addRow(db.owner, 'products', { epid: '99000011', title: 'Tee', category: 'Clothing' })
    await db.owner.updateTable('listings').set({ product_id: product.id }).where('id', '=', listing.id).execute()
    const gtin = { gtin: '4006381333931', words_due: true }
    await db.owner.updateTable('products').set(gtin).where('id', '=', product.id).execute()
    expect([await renewSearchWords(db), await renewSearchWords(db)]).toEqual([1, 0])
    expect(await words()).toMatchObject([{ terms: expect.stringContaining(' 99000011 4006381333931 tee-m') }])
  })
})
