import { addRows } from '#db/testing-row.ts'
import { sql } from 'kysely'
import type { Database } from '#db/client.ts'
import type { NewRow } from '#db/schema.ts'
import { createRandom, type Random } from '#lib/random.ts'
import { orderStatus, type OrderStatus } from '#features/core/order/order.ts'
import { hour } from '#lib/duration.ts'

const titles = [
  'Leica M3 body',
  'Zeiss Planar 80 mm',
  'Objektiv für Rollei',
  '100% wool strap',
  'film_case C:\\old',
  'كاميرا',
]
const buyers = ['anna', 'bela', 'çelik', 'dora_k', 'émile', 'frank']
const countries = ['DE', 'FR', 'GB', 'JP'] as const
const currencies = ['EUR', 'GBP', 'JPY'] as const

/** An order as known to the test. */
export interface KnownOrder {
  id: number
  number: string
  status: OrderStatus
  placedAt: Date
  paidAt: Date | null
  shipBy: Date | null
  buyer: string
  country: string
  currency: string
  totalMinor: number
  lines: { title: string; sku: string; itemNumber: string; quantity: number }[]
  units: number
  terms: string
  /** The buyer's real name. */
  name: string
  /** Search text visible only with access to addresses. */
  personal: string
}

/** Adds orders in every state, placed before `now`; deterministic by seed. */
export async function addOrders(
  db: Database,
  { sellerId, count, now, seed }: { sellerId: number; count: number; now: Date; seed: string },
): Promise<KnownOrder[]> {
  const random = createRandom(seed)
  const addressOf = await addBuyers(db, sellerId)
  const drafts = Array.from({ length: count }, (_, index) => draftOrder({ sellerId, now, random, index, addressOf }))
  // In one statement: a test with three hundred orders would otherwise run a thousand.
  const added = await db.owner
    .insertInto('orders')
    .values(drafts.map(({ row }) => row))
    .returning(['id', 'order_number'])
    .execute()
  const idOf = new Map(added.map(({ id, order_number: number }) => [number, id]))
  const orders = drafts.map(({ known }) => ({ ...known, id: idOf.get(known.number)! }))
  await addRows(
    db.owner,
    'line_items',
    orders.flatMap((order) => lineRows(sellerId, order)),
  )
  // Triggers derived the states from lines without shipments; restore the generated ones.
  const states = drafts.map(({ states: drawn }, index) => ({ id: orders[index]!.id, ...drawn }))
  await sql`
    update orders o set payment_status = s.payment_status, fulfilment_status = s.fulfilment_status,
      cancel_state = s.cancel_state, delivered = s.delivered
    from json_to_recordset(${JSON.stringify(states)}::json)
      as s (id bigint, payment_status text, fulfilment_status text, cancel_state text, delivered boolean)
    where o.seller_id = ${sellerId} and o.id = s.id`.execute(db.owner)
  return orders
}

/** Addresses by buyer and country. */
type AddressOf = Map<string, { buyerId: number; addressId: number }>

async function addBuyers(db: Database, sellerId: number): Promise<AddressOf> {
  const people = await db.owner
    .insertInto('buyers')
    .values(buyers.map((username) => ({ seller_id: sellerId, username, name: `Person ${username}` })))
    .onConflict((conflict) =>
      conflict.columns(['seller_id', 'username']).doUpdateSet((row) => ({ username: row.ref('excluded.username') })),
    )
    .returning(['id', 'username'])
    .execute()
  const nameOf = new Map(people.map(({ id, username }) => [id, username]))
  const added = await db.owner
    .insertInto('addresses')
    .values(
      people.flatMap(({ id, username }) =>
        countries.map((country) => ({
          seller_id: sellerId,
          buyer_id: id,
          name: `Person ${username}`,
          line1: '1 Secret Street',
          city: 'Townsville',
          postal_code: 'SE1 1AA',
          phone: '+44 20 7946 0000',
          country,
        })),
      ),
    )
    .returning(['id', 'buyer_id', 'country'])
    .execute()
  return new Map(
    added.map(({ id, buyer_id: buyerId, country }) => [
      `${nameOf.get(buyerId ?? 0)} ${country}`,
      { buyerId: buyerId ?? 0, addressId: id },
    ]),
  )
}

type Draft = Pick<NewRow<'orders'>, 'payment_status' | 'fulfilment_status' | 'cancel_state' | 'delivered'>

interface OrderArgs {
  sellerId: number
  now: Date
  random: Random
  index: number
  addressOf: AddressOf
}

/** A generated order before it is stored. */
interface OrderDraft {
  row: NewRow<'orders'>
  states: Draft
  known: Omit<KnownOrder, 'id'>
}

function draftOrder({ sellerId, now, random, index, addressOf }: OrderArgs): OrderDraft {
  const payment = random.pick(['PENDING', 'PAID', 'PAID', 'PAID', 'FULLY_REFUNDED'] as const)
  const unpaid = payment === 'PENDING'
  const fulfilment = unpaid
    ? 'NOT_STARTED'
    : random.pick(['NOT_STARTED', 'NOT_STARTED', 'IN_PROGRESS', 'FULFILLED'] as const)
  const cancel = random.pick(['NONE_REQUESTED', 'NONE_REQUESTED', 'NONE_REQUESTED', 'IN_PROGRESS', 'CANCELED'] as const)
  const delivered = fulfilment === 'FULFILLED' && random.chance(0.5)
  const states: Draft = { payment_status: payment, fulfilment_status: fulfilment, cancel_state: cancel, delivered }
  // Whole hours, so that some orders have the same time or midnight.
  const placedAt = new Date(now.getTime() - random.int(0, 100 * 24) * hour)
  const paidAt = unpaid ? null : new Date(placedAt.getTime() + random.int(0, 3) * hour)
  const shipBy = unpaid ? null : new Date(now.getTime() + random.int(-48, 96) * hour)
  const buyer = random.pick(buyers)
  const country = random.pick(countries)
  const currency = random.pick(currencies)
  const lines = Array.from({ length: random.int(1, 3) }, (_, line) => ({
    title: random.pick(titles),
    sku: `SKU-${random.int(1, 9)}`,
    itemNumber: String(110_000_000_000 + index * 10 + line),
    quantity: random.weighted([
      [1, 4],
      [3, 1],
    ]),
  }))
  const units = lines.reduce((sum, line) => sum + line.quantity, 0)
  const totalMinor = random.int(1, 40) * 500
  const number = `12-${String(index).padStart(5, '0')}-${String(sellerId).padStart(5, '0')}`
  const { buyerId, addressId } = addressOf.get(`${buyer} ${country}`)!
  const row = {
    seller_id: sellerId,
    order_number: number,
    buyer_id: buyerId,
    buyer_username: buyer,
    ship_to_address_id: addressId,
    ship_to_country: country,
    placed_at: placedAt,
    paid_at: paidAt,
    ship_by: shipBy,
    currency,
    subtotal_minor: totalMinor,
    line_count: lines.length,
    unit_count: units,
    shipping_service: 'Tracked 24',
    buyer_note: index % 7 === 0 ? '=HYPERLINK("https://evil.example")\nsecond line <b>' : null,
    ...states,
  }
  const terms = [number, buyer, ...lines.flatMap((line) => [line.title, line.sku, line.itemNumber])]
  const known = {
    number,
    status: orderStatus({ payment, fulfilment, cancel, delivered }),
    placedAt,
    paidAt,
    shipBy,
    buyer,
    country,
    currency,
    totalMinor,
    lines,
    units,
    terms: [
      ...terms,
      ...[number, buyer, ...lines.map(({ sku }) => sku)].map((term) => term.replaceAll(/[-_]/g, '')),
    ].join(' '),
    name: `Person ${buyer}`,
    personal: `Person ${buyer} Person${buyer} 1 Secret Street Townsville SE1 1AA SE11AA +44 20 7946 0000 442079460000`,
  }
  return { row, states, known }
}

function lineRows(sellerId: number, { id, currency, lines }: KnownOrder): NewRow<'line_items'>[] {
  return lines.map((line, index) => ({
    seller_id: sellerId,
    order_id: id,
    position: index + 1,
    item_number: line.itemNumber,
    sku: line.sku,
    title: line.title,
    currency,
    quantity: line.quantity,
    unit_price_minor: 100,
  }))
}
