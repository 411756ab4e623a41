import { sql, type Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Random } from '#lib/random.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { pairs } from '#lib/pairs.ts'
import { drawIds, drawItemNumbers, drawOrderNumbers } from '../serials.ts'
import type { History } from './history.ts'
import { insertRows, type RowsByTable } from './insert.ts'
import { contentRows } from './listing-contents.ts'
import { listingRow, unitsSold } from './listing-rows.ts'
import type { Address, Person } from './population.ts'
import type { Offer } from './plan.ts'
import { productKey } from './catalogue.ts'
import { orderRows, orderTables, type OrderRows } from './rows.ts'

export interface Writing {
  tx: Transaction<Schema>
  random: Random
  sellerId: number
  /** Product ids by `productKey`. */
  products: ReadonlyMap<string, number>
  now: Date
}

interface ListingKeys {
  id: number | null
  productId: number
  itemNumber: string
}

/** Returns the number of rows written. */
export async function loadHistory(writing: Writing, history: History): Promise<number> {
  let written = 0
  const write = async (tables: RowsByTable) => {
    await insertRows(writing.tx, tables)
    for (const rows of Object.values(tables)) written += rows.length
  }
  const { rows: listings, keys } = await writeListings(writing, history)
  await write({ listings })
  await write(
    contentRows(
      history.stock.offers.filter((offer) => !offer.forgotten),
      { seller: history.seller, sellerId: writing.sellerId, listings: keys },
    ),
  )
  const { rows: buyers, addresses, ...people } = await writeBuyers(writing, history)
  await write({ buyers, addresses })
  const orders = await writeOrders(writing, history, { listings: keys, ...people })
  for (const group of orderTables) {
    if (group[0] === 'line_items') await insertRows(writing.tx, await writeFirstLines(writing, orders))
    else await insertRows(writing.tx, Object.fromEntries(group.map((table) => [table, orders[table]])))
    for (const table of group) written += orders[table].length
    // Triggers of the following tables join these. Autovacuum could analyse them now, see none of our uncommitted rows
    // and cause nested loops; analysing here prevents that.
    if (group[0] === 'orders' && history.orders.length > 0) await sql`analyze buyers, orders`.execute(writing.tx)
  }
  return written
}

/**
 * Writes lines and parcels of some orders and analyses them: without statistics the triggers compare each line with each
 * order. Returns the others.
 */
async function writeFirstLines({ tx }: Writing, orders: OrderRows) {
  const first = new Set(orders.orders.slice(0, 100).map(({ id }) => id))
  const parcels = new Set(orders.shipments.filter((parcel) => first.has(parcel.order_id)).map(({ id }) => id))
  const linesWhere = (isFirst: boolean) => ({
    line_items: orders.line_items.filter((line) => first.has(line.order_id) === isFirst),
    shipments: orders.shipments.filter(({ id }) => parcels.has(id) === isFirst),
    shipment_lines: orders.shipment_lines.filter((line) => parcels.has(line.shipment_id) === isFirst),
  })
  await insertRows(tx, linesWhere(true))
  if (orders.orders.length > first.size) await sql`analyze line_items, shipments, shipment_lines`.execute(tx)
  return linesWhere(false)
}

async function writeListings({ tx, random, sellerId, products, now }: Writing, { seller, stock, orders }: History) {
  const known = stock.offers.filter((offer) => !offer.forgotten)
  const ids = await drawIds(tx, 'listings', known.length)
  const itemNumbers = await drawItemNumbers(tx, stock.offers.length)
  const idOf = new Map(pairs(known, ids))
  const keys = new Map<Offer, ListingKeys>(
    stock.offers.map((offer) => [
      offer,
      {
        id: idOf.get(offer) ?? null,
        productId: assertDefined(products.get(productKey(offer.ware)), 'each ware is a product'),
        itemNumber: assertDefined(itemNumbers[offer.index], 'one was drawn for each offer'),
      },
    ]),
  )
  const sold = unitsSold(orders, now)
  const rows = pairs(known, ids).map(([offer, id]) => {
    const { productId, itemNumber } = assertDefined(keys.get(offer), 'each offer has its keys')
    return listingRow(
      random,
      offer,
      { sellerId, currency: seller.currency, id, productId, itemNumber, sold: sold.get(offer) ?? 0 },
      now,
    )
  })
  return { rows, keys }
}

async function writeBuyers({ tx, sellerId }: Writing, { orders }: History) {
  const people = [...new Set(orders.map((order) => order.person))]
  const ids = await drawIds(tx, 'buyers', people.length)
  const buyerIds = new Map<Person, number>(pairs(people, ids))
  const owned = pairs(people, ids).flatMap(([person, buyerId]) =>
    person.addresses.map((address) => ({ buyerId, address })),
  )
  const keys = await drawIds(tx, 'addresses', owned.length)
  return {
    buyerIds,
    addressIds: new Map<Address, number>(pairs(owned, keys).map(([{ address }, key]) => [address, key])),
    rows: pairs(people, ids).map(([person, id]) => ({
      seller_id: sellerId,
      id,
      username: person.username,
      name: person.name,
      external_id: null,
    })),
    addresses: pairs(owned, keys).map(([{ buyerId, address }, id]) => ({
      seller_id: sellerId,
      id,
      buyer_id: buyerId,
      ...address,
    })),
  }
}

async function writeOrders(
  { tx, sellerId, now }: Writing,
  { seller, orders }: History,
  keys: { listings: Map<Offer, ListingKeys>; buyerIds: Map<Person, number>; addressIds: Map<Address, number> },
): Promise<OrderRows> {
  const orderIds = await drawIds(tx, 'orders', orders.length)
  const orderNumbers = await drawOrderNumbers(tx, orders.length)
  const [lines, parcels] = [orders.flatMap((order) => order.lines), orders.flatMap((order) => order.shipments)]
  const lineIds = await drawIds(tx, 'line_items', lines.length)
  const shipmentIds = await drawIds(tx, 'shipments', parcels.length)
  const all: OrderRows = {
    orders: [],
    line_items: [],
    payments: [],
    refunds: [],
    shipments: [],
    shipment_lines: [],
    cancellations: [],
    feedback: [],
  }
  const written = 'it was written before the orders'
  for (const [plan, [orderId, orderNumber]] of pairs(orders, pairs(orderIds, orderNumbers))) {
    const rows = orderRows(
      plan,
      {
        sellerId,
        orderId,
        orderNumber,
        buyerId: assertDefined(keys.buyerIds.get(plan.person), written),
        addressId: assertDefined(keys.addressIds.get(plan.address), written),
        lineIds: lineIds.splice(0, plan.lines.length),
        shipmentIds: shipmentIds.splice(0, plan.shipments.length),
        listings: plan.lines.map((line) => assertDefined(keys.listings.get(line.offer), written)),
        handlingDays: seller.handling_days,
      },
      now,
    )
    for (const table of orderTables.flat()) (all[table] as unknown[]).push(...rows[table])
  }
  return all
}
