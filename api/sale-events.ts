import { sql } from 'kysely'
import { z } from 'zod'
import type { Row } from '#db/schema.ts'
import { saleKinds, tiersOf } from '#features/core/sale-event/checkout-discount.ts'
import { parseSaleKey, saleStates, stateAt } from '#features/core/sale-event/sale-event.ts'
import { usesOf } from '#features/selling/sale-events/sale-events-db.server.ts'
import { sellerParams, type Endpoint } from './endpoint.ts'
import { money, sentMoment, writeAmount } from './fields.ts'
import { resource, type Reader, type ReadRows } from './resource.ts'

/** What a discount at the checkout takes off. */
export const discountTerms = {
  code: z.string().nullable().describe('COUPON: what buyers enter, in capitals'),
  percent: z
    .number()
    .nullable()
    .describe('PRICE: the discount before rounding. ORDER and COUPON: off each item. VOLUME: its largest step'),
  amountOff: money.nullable().describe('ORDER and COUPON: off the items of an order together, in place of `percent`'),
  leastOrder: money.nullable().describe('ORDER and COUPON: what these items must cost together; null without a bound'),
  tiers: z
    .array(z.object({ units: z.int(), percent: z.int() }))
    .describe('VOLUME: from how many units of one listing in an order on which discount, rising'),
}

export type Discounted = Pick<
  Row<'sale_events'>,
  'kind' | 'code' | 'percent' | 'price_minor' | 'least_minor' | 'tier_units' | 'tier_percents' | 'currency'
>

export function writeDiscountTerms({ currency, ...row }: Discounted) {
  const amount = (minor: number | null) => (minor === null ? null : writeAmount({ minor, currency }))
  return {
    code: row.code,
    percent: row.percent,
    amountOff: row.kind === 'PRICE' ? null : amount(row.price_minor),
    leastOrder: amount(row.least_minor),
    tiers: tiersOf(row),
  }
}

const price = z.object({
  item: z.string().describe('The listing’s item number'),
  variation: z.array(z.string()).describe('Values of the variation; empty if the listing has none'),
  price: money,
  was: money.nullable().describe('Former price to show beside it; null if none may be shown'),
})

const saleEvent = z
  .object({
    id: z.string(),
    name: z.string().describe('For the seller, not for buyers'),
    kind: z
      .enum(saleKinds)
      .describe(
        'PRICE: its prices replace the usual ones. The others take something off at the checkout, of the price now',
      ),
    state: z.enum(saleStates).describe('PAUSED: buyers pay the usual prices until it is resumed'),
    ...discountTerms,
    mostUses: z.int().nullable().describe('COUPON: how many orders may use it; null: any number'),
    mostPerBuyer: z.int().nullable().describe('COUPON: how many orders of one buyer'),
    uses: z.int().describe('COUPON: orders that used it, without cancelled ones'),
    startsAt: sentMoment().describe('Its prices are for buyers from this second'),
    endsAt: sentMoment().describe('Its prices are no longer for buyers from this second'),
    timeZone: z.string().describe('The zone in which the seller set the times'),
    items: z.array(z.string()).describe('Item numbers of its listings'),
    prices: z.array(price).describe('PRICE: what buyers pay; empty for a draft'),
  })
  .meta({ id: 'SaleEvent', description: 'A sale of a seller with dates' })

interface SaleEventRow extends Row<'sale_events'> {
  items: string[]
  prices: { item: string; variation: string; minor: number; was: number | null }[]
  uses: number
}

const readSaleEvents: ReadRows<SaleEventRow> = async (db, sellerId, which, limit = 1_000) => {
  const { rows } = await sql<SaleEventRow>`
    select e.*, coalesce((
      select json_agg(json_build_object('item', l.item_number, 'variation', p.variation, 'minor', p.price_minor, 'was', p.was_minor)
        order by l.id, p.variation)
      from sale_prices p join listings l on l.seller_id = ${sellerId} and l.id = p.listing_id
      where p.seller_id = ${sellerId} and p.sale_id = e.id), '[]') as prices,
      coalesce((
        select json_agg(l.item_number order by l.id) from sale_listings m
        join listings l on l.seller_id = ${sellerId} and l.id = m.listing_id
        where m.seller_id = ${sellerId} and m.sale_id = e.id), '[]') as items,
      ${usesOf(sellerId, sql`e.id`)} as uses
    from sale_events e where e.seller_id = ${sellerId} and ${which} order by e.id limit ${limit}`.execute(db)
  return rows
}

function writeSaleEvent(row: SaleEventRow, { hub }: Reader): z.input<typeof saleEvent> {
  const amount = (minor: number) => writeAmount({ minor, currency: row.currency })
  return {
    id: row.sale_key,
    name: row.name,
    kind: row.kind,
    state: stateAt(row.state, { startsAt: row.starts_at, endsAt: row.ends_at }, hub.now()),
    ...writeDiscountTerms(row),
    mostUses: row.most_uses,
    mostPerBuyer: row.most_per_buyer,
    uses: row.uses,
    items: row.items,
    startsAt: row.starts_at.toISOString(),
    endsAt: (row.ended_at ?? row.ends_at).toISOString(),
    timeZone: row.time_zone,
    prices: row.prices.map(({ item, variation, minor, was }) => ({
      item,
      variation: variation === '' ? [] : variation.split('\n'),
      price: amount(minor),
      was: was === null ? null : amount(was),
    })),
  }
}

const saleEvents = resource({
  name: 'sale-events',
  noun: 'sale events',
  scope: 'listings:read',
  schema: saleEvent,
  id: 'e.id',
  read: readSaleEvents,
  write: writeSaleEvent,
})

/** Sales of sellers with dates. */
export const saleEventEndpoints: Endpoint[] = [
  saleEvents.list({
    operationId: 'listSaleEvents',
    summary: 'List sale events',
    description:
      'Lists the seller’s sales with dates: sale prices, volume prices, discounts of orders and coupon codes. Each listing has those that are on or to come, and `listing.changed` tells of each change.',
  }),
  saleEvents
    .named({
      path: 'sale-events/{saleEvent}',
      noun: 'sale event',
      params: sellerParams.extend({
        saleEvent: z.string().max(20).meta({ description: 'The sale event’s id', example: '5e0f1a2b3c4d' }),
      }),
      where({ saleEvent: typed }) {
        const key = parseSaleKey(typed)
        return key && sql`e.sale_key = ${key}`
      },
    })
    .one({ operationId: 'getSaleEvent', summary: 'Get a sale event' }),
]
