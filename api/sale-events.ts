import { sql } from 'kysely'
import { z } from 'zod'
import type { Row } from '#db/schema.ts'
import { parseSaleKey, saleStates, stateAt } from '#features/core/sale-event/sale-event.ts'
import { sellerParams, type Endpoint } from './endpoint.ts'
import { money, sentMoment, writeAmount } from './fields.ts'
import { resource, type Reader, type ReadRows } from './resource.ts'

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
    state: z.enum(saleStates).describe('PAUSED: buyers pay the usual prices until it is resumed'),
    percent: z.number().nullable().describe('The discount before rounding; null if all have one price'),
    startsAt: sentMoment().describe('Its prices are for buyers from this second'),
    endsAt: sentMoment().describe('Its prices are no longer for buyers from this second'),
    timeZone: z.string().describe('The zone in which the seller set the times'),
    prices: z.array(price).describe('Empty for a draft'),
  })
  .meta({ id: 'SaleEvent', description: 'A sale of a seller with dates' })

interface SaleEventRow extends Row<'sale_events'> {
  prices: { item: string; variation: string; minor: number; was: number | null }[]
}

const readSaleEvents: ReadRows<SaleEventRow> = async (db, sellerId, which, limit = 1_000) => {
  const { rows } = await sql<SaleEventRow>`
    select e.*, coalesce((
      select json_agg(json_build_object('item', l.item_number, 'variation', p.variation, 'minor', p.price_minor, 'was', p.was_minor)
        order by l.id, p.variation)
      from sale_prices p join listings l on l.seller_id = ${sellerId} and l.id = p.listing_id
      where p.seller_id = ${sellerId} and p.sale_id = e.id), '[]') as prices
    from sale_events e where e.seller_id = ${sellerId} and ${which} order by e.id limit ${limit}`.execute(db)
  return rows
}

function writeSaleEvent({ currency, ...row }: SaleEventRow, { hub }: Reader): z.input<typeof saleEvent> {
  const amount = (minor: number) => writeAmount({ minor, currency })
  return {
    id: row.sale_key,
    name: row.name,
    state: stateAt(row.state, { startsAt: row.starts_at, endsAt: row.ends_at }, hub.now()),
    percent: row.percent,
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
      'Lists the seller’s sales with dates. Each listing has the sale that is on or the next one, and `listing.changed` tells of each change.',
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
