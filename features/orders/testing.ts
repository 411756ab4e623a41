import type { Database } from '#db/client.ts'
import type { NewRow } from '#db/schema.ts'
import { createRandom, type Random } from '#lib/random.ts'
import { orderStatus, type OrderStatus } from '#features/order/order.ts'
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

/** An order as a test knows it, beside what the database holds of it. */
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
  /** What only whoever sees addresses finds it by. */
  personal: string
}

/** Gives a seller orders in every state, placed in the days before `now`; the same for the same seed. */
export async function addOrders(
  db: Database,
  { sellerId, count, now, seed }: { sellerId: number; count: number; now: Date; seed: string },
): Promise<KnownOrder[]> {
  const random = createRandom(seed)
  const addressOf = await addBuyers(db, sellerId)
  const orders: KnownOrder[] = []
  for (let index = 0; index < count; index += 1)
    orders.push(await addOrder({ db, sellerId, now, random, index, addressOf }))
  return orders
}

type AddressOf = Map<string, { buyerId: number; addressId: number }>

async function addBuyers(db: Database, sellerId: number): Promise<AddressOf> {
  const addressOf: AddressOf = new Map()
  for (const username of buyers)
    for (const country of countries) {
      const buyer = await db.owner
        .insertInto('buyers')
        .values({ seller_id: sellerId, username, name: `Person ${username}` })
        .onConflict((conflict) => conflict.columns(['seller_id', 'username']).doUpdateSet({ username }))
        .returning('id')
        .executeTakeFirstOrThrow()
      const address = await db.owner
        .insertInto('addresses')
        .values({
          seller_id: sellerId,
          buyer_id: buyer.id,
          name: `Person ${username}`,
          line1: '1 Secret Street',
          city: 'Townsville',
          postal_code: 'SE1 1AA',
          phone: '+44 20 7946 0000',
          country,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      addressOf.set(`${username} ${country}`, { buyerId: buyer.id, addressId: address.id })
    }
  return addressOf
}

type Draft = Pick<NewRow<'orders'>, 'payment_status' | 'fulfilment_status' | 'cancel_state' | 'delivered'>

interface OrderArgs {
  db: Database
  sellerId: number
  now: Date
  random: Random
  index: number
  addressOf: AddressOf
}

async function addOrder({ db, sellerId, now, random, index, addressOf }: OrderArgs): Promise<KnownOrder> {
  const payment = random.pick(['PENDING', 'PAID', 'PAID', 'PAID', 'FULLY_REFUNDED'] as const)
  const unpaid = payment === 'PENDING'
  const fulfilment = unpaid
    ? 'NOT_STARTED'
    : random.pick(['NOT_STARTED', 'NOT_STARTED', 'IN_PROGRESS', 'FULFILLED'] as const)
  const cancel = random.pick(['NONE_REQUESTED', 'NONE_REQUESTED', 'NONE_REQUESTED', 'IN_PROGRESS', 'CANCELED'] as const)
  const delivered = fulfilment === 'FULFILLED' && random.chance(0.5)
  const states: Draft = { payment_status: payment, fulfilment_status: fulfilment, cancel_state: cancel, delivered }
  // Whole hours, so that some orders are placed at the same moment and on the first of a day.
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
  const { id } = await db.owner
    .insertInto('orders')
    .values({
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
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.owner
    .insertInto('line_items')
    .values(
      lines.map((line, position) => ({
        seller_id: sellerId,
        order_id: id,
        position: position + 1,
        item_number: line.itemNumber,
        sku: line.sku,
        title: line.title,
        currency,
        quantity: line.quantity,
        unit_price_minor: 100,
      })),
    )
    .execute()
  // The triggers derived the states from lines without shipments: the test wants them as drawn.
  await db.owner.updateTable('orders').set(states).where('seller_id', '=', sellerId).where('id', '=', id).execute()
  const terms = [number, buyer, ...lines.flatMap((line) => [line.title, line.sku, line.itemNumber])]
  return {
    id,
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
    terms: terms.join(' '),
    name: `Person ${buyer}`,
    personal: `Person ${buyer} SE1 1AA SE11AA +44 20 7946 0000 442079460000`,
  }
}
