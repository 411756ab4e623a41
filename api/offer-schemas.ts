import { sql } from 'kysely'
import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import { offerStates, shownToBuyer, stateAt, turnAt, type OfferRow } from '#features/core/offer/offer.ts'
import { amount, id, itemNumber, moment, money, optional, sentMoment, sku, text, writeAmount } from './fields.ts'

const units = () => z.int().min(1).max(1_000_000)
const message = () => optional(text(2_000))

export const offerBody = z
  .strictObject({
    item: itemNumber()
      .nullish()
      .meta({ description: 'The listing’s item number, unless `listing` is given', example: '118304211004' }),
    listing: optional(id()).meta({ description: 'The listing’s id in the marketplace, instead of `item`' }),
    sku: optional(sku()).meta({ description: 'Identifies the variation of a listing with variations' }),
    variation: z
      .array(text(1_000))
      .max(2)
      .nullish()
      .meta({ description: 'Identifies the variation by its values instead of its SKU', example: ['Red', 'M'] }),
    buyer: text(100).meta({ description: 'The buyer’s user name', example: 'anna' }),
    price: amount.meta({ description: 'For a unit, without shipping; less than the listing asks' }),
    units: units().default(1),
    message: message(),
    madeAt: moment(),
    expiresAt: moment().nullish().meta({ description: 'Default: by the policy pack' }),
  })
  .refine(({ item, listing }) => Boolean(item) !== Boolean(listing), {
    path: ['item'],
    message: 'or `listing` is required, but not both',
  })
  .meta({ id: 'OfferBody', description: 'A buyer’s offer for units of a listing' })

export const offerStepBody = z
  .strictObject({
    step: z.enum(['ACCEPT', 'DECLINE', 'COUNTER', 'WITHDRAW', 'SEEN']),
    price: amount.nullish().meta({ description: 'Of a counteroffer, for a unit' }),
    units: units().nullish().meta({ description: 'Of a counteroffer. Default: as before' }),
    message: message(),
    takenAt: moment(),
    expiresAt: moment().nullish().meta({ description: 'Of a counteroffer. Default: by the policy pack' }),
  })
  .refine(({ step, price }) => (step === 'COUNTER') === Boolean(price), {
    path: ['price'],
    message: 'is required with `COUNTER`, and has no meaning otherwise',
  })
  .meta({ id: 'OfferStepBody', description: 'What a buyer does with an offer' })

export const interestBody = z
  .strictObject({
    buyers: z
      .array(z.strictObject({ buyer: text(100), interest: z.enum(['WATCHING', 'ASKED', 'BASKET']), since: moment() }))
      .max(1_000)
      .refine((all) => new Set(all.map(({ buyer }) => buyer)).size === all.length, 'names a buyer twice'),
  })
  .meta({ id: 'InterestBody', description: 'All buyers whom a listing interests now' })

export const interest = z
  .object({ item: z.string(), buyers: z.int().describe('Buyers whom the listing interests') })
  .meta({ id: 'Interest', description: 'Whom a listing interests' })

export const offer = z
  .object({
    id: z.string().describe('The offer’s id in the marketplace; the hub’s key of an offer that the seller sent'),
    key: z.string().describe('The offer’s id in the hub'),
    item: z.string().describe('The listing’s item number'),
    listing: z.string().nullable().describe('The listing’s id in the marketplace'),
    sku: z.string().nullable(),
    variation: z.string().nullable(),
    buyer: z.string(),
    begunBy: z.enum(['BUYER', 'SELLER']),
    state: z.enum(offerStates),
    turn: z.enum(['BUYER', 'SELLER']).nullable().describe('Who is to answer; null if nobody'),
    price: money.describe('For a unit, of the last offer or counteroffer'),
    units: z.int(),
    listPrice: money.describe('What the listing asked for a unit when the offer was made'),
    message: z.string().nullable(),
    mayCounter: z.boolean().describe('Whether the buyer may answer with a counteroffer'),
    madeAt: sentMoment(),
    changedAt: sentMoment(),
    dueAt: sentMoment()
      .nullable()
      .describe('Until when the offer is to be answered, or an accepted one to be paid; null once it is closed'),
    seenAt: sentMoment().nullable().describe('When the buyer saw an offer that the seller sent'),
    order: z.string().nullable().describe('The order that pays the offer'),
  })
  .meta({ id: 'Offer', description: 'An offer for less than a listing asks, of a buyer or to a buyer' })

export interface OfferOut extends OfferRow {
  item_number: string
  listing: string | null
  order: string | null
}

/** Reads offers that meet a condition on `b`, by id. */
export async function readOffers(
  db: SellerDb,
  sellerId: number,
  which: ReturnType<typeof sql>,
  limit = 1_000,
): Promise<OfferOut[]> {
  const { rows } = await sql<OfferOut>`
    select b.*, l.item_number, s.external_id as listing, coalesce(o.external_id, o.order_number) as "order"
    from buyer_offers b join listings l on l.seller_id = ${sellerId} and l.id = b.listing_id
    left join shop_listings s on s.seller_id = ${sellerId} and s.listing_id = b.listing_id
    left join orders o on o.seller_id = ${sellerId} and o.id = b.order_id
    where b.seller_id = ${sellerId} and ${which} order by b.id limit ${limit}`.execute(db)
  return rows
}

/** Writes an offer as the buyer knows it; null if the buyer does not know it yet. */
export function writeOffer(stored: OfferOut, now: Date): z.input<typeof offer> | null {
  const row = shownToBuyer(stored, now)
  if (!row) return null
  const price = (minor: number) => writeAmount({ minor, currency: row.currency })
  return {
    id: row.external_id ?? row.offer_key,
    key: row.offer_key,
    item: stored.item_number,
    listing: stored.listing,
    sku: row.sku,
    variation: row.variation,
    buyer: row.buyer_username,
    begunBy: row.begun_by,
    state: stateAt(row, now),
    turn: turnAt(row, now),
    price: price(row.price_minor),
    units: row.units,
    listPrice: price(row.list_price_minor),
    message: row.message,
    mayCounter: row.may_counter,
    madeAt: row.made_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
    dueAt: row.due_at?.toISOString() ?? null,
    seenAt: row.seen_at?.toISOString() ?? null,
    order: stored.order,
  }
}
