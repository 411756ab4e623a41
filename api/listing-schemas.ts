import { sellerParams } from './endpoint.ts'
import { z } from 'zod'
import { endReasons, listingStates } from '#features/core/listing/listing.ts'
import { id, money, sentMoment } from './fields.ts'
import { discountTerms } from './sale-events.ts'
import { brokenRule } from './problem.ts'

export const listingParams = sellerParams.extend({
  item: id().meta({ description: 'The listing’s id in the marketplace, or its item number', example: '118304211004' }),
})

const salePrices = {
  price: money,
  was: money
    .nullable()
    .describe(
      'Former price to show beside it: the lowest of the days before the sale that the law names. Null: show none',
    ),
}

const sale = z
  .object({
    id: z.string(),
    isOn: z.boolean().describe('Whether it was on when the listing was sent'),
    startsAt: sentMoment().describe('Its prices are for buyers from this second'),
    endsAt: sentMoment().describe('Its prices are no longer for buyers from this second'),
    ...salePrices,
  })
  .nullable()
  .describe(
    'The sale that is on, or the next one. `price` of the listing stays the one without it; a sale whose price is not lower has no effect. Of a listing with variations, the lowest',
  )

export const stock = z
  .object({
    onHand: z.int().describe('Units physically in stock'),
    reserved: z.int().describe('Units on hand reserved for orders that have not been shipped'),
    buffer: z.int().describe('Units on hand held back by the seller'),
    available: z.int().describe('Units available to buyers'),
  })
  .meta({ id: 'Stock', description: 'Stock of a listing' })

const kitParts = z
  .array(z.object({ sku: z.string(), units: z.int().describe('Units of one kit') }))
  .describe('SKUs that a kit is made of; what is available follows from them. Empty if it is no kit')

export const listing = z
  .object({
    id: z
      .string()
      .nullable()
      .describe(
        'The listing’s id in the marketplace; null if the marketplace did not send it, or another listing replaced it',
      ),
    item: z.string().describe('The listing’s item number'),
    relistedFrom: z.string().nullable().describe('Item number of the listing that this one replaced'),
    state: z
      .enum([...listingStates, 'PAUSED'])
      .describe('PAUSED: the listing would be on sale if the seller were not away'),
    endReason: z.enum(endReasons).nullable().describe('Reason why the listing ended; null if it has not ended'),
    title: z.string(),
    sku: z.string().nullable(),
    madeOf: kitParts,
    category: z.string(),
    condition: z.enum(['NEW', 'LIKE_NEW', 'VERY_GOOD', 'GOOD', 'ACCEPTABLE', 'FOR_PARTS']),
    format: z.enum(['FIXED_PRICE', 'AUCTION']),
    price: money,
    sale,
    discounts: z
      .array(
        z.object({
          id: z.string(),
          kind: z.enum(['VOLUME', 'ORDER', 'COUPON']),
          startsAt: sentMoment(),
          endsAt: sentMoment(),
          ...discountTerms,
        }),
      )
      .describe(
        'What is taken off at the checkout, now or later, of the price that is then asked: first the volume price, then the discount of the order, then one code. Tell it as the `discount` of the order’s line. Show no codes to buyers',
      ),
    takesOffers: z.boolean().describe('Whether buyers may offer less'),
    description: z.string().describe('Sanitized HTML'),
    aspects: z.record(z.string(), z.array(z.string())),
    epid: z.string().nullable().describe('Identifier of the product in the marketplace’s catalogue'),
    pictures: z
      .array(z.string())
      .describe('URLs, main picture first; the product’s picture if the seller has provided none'),
    axes: z
      .array(z.object({ name: z.string(), values: z.array(z.string()) }))
      .describe('Attributes in which the variations differ; empty if the listing has no variations'),
    variations: z.array(
      z.object({
        id: z.string().nullable().describe('The variation’s id in the marketplace'),
        values: z.array(z.string()),
        sku: z.string().nullable(),
        price: money,
        sale: z.object(salePrices).nullable().describe('Its prices in the listing’s sale; null if it is in none'),
        available: z.int(),
        madeOf: kitParts,
      }),
    ),
    postage: z
      .object({ name: z.string(), price: money, terms: z.string() })
      .nullable()
      .describe(
        'Shipping charge for one unit within the seller’s country; null if the seller has set none. Ask for a quote for other destinations',
      ),
    returns: z
      .object({
        days: z.int().describe('Days within which the item can be returned; 0 if returns are not accepted'),
        terms: z.string(),
      })
      .nullable()
      .describe('Return policy'),
    stock,
    questions: z
      .array(z.object({ question: z.string(), answer: z.string(), publishedAt: sentMoment() }))
      .describe('Questions and answers that the seller shows to all buyers, oldest first'),
    startsAt: sentMoment().nullable(),
    endsAt: sentMoment().nullable(),
    version: z.int(),
    problems: z
      .array(z.object({ pointer: z.string(), detail: z.string(), ...brokenRule }))
      .describe('Reasons why the listing is still a draft, with JSON pointers into the body that the marketplace sent'),
  })
  .meta({ id: 'Listing', description: 'A listing as buyers see it' })

export const stockBody = z
  .strictObject({
    onHand: z
      .int()
      .min(0)
      .max(1_000_000)
      .optional()
      .meta({ description: 'Units physically in stock, including those of open orders' }),
    available: z
      .int()
      .min(0)
      .max(1_000_000)
      .optional()
      .meta({ description: 'In place of `onHand`: units to sell, without those of open orders and the buffer' }),
    buffer: z
      .int()
      .min(0)
      .max(1_000_000)
      .optional()
      .meta({ description: 'Units held back by the seller. Default: unchanged' }),
  })
  .refine(({ onHand, available }) => (onHand === undefined) !== (available === undefined), {
    message: 'is missing, or told beside `available`',
    path: ['onHand'],
  })
  .meta({ id: 'StockBody', description: 'The counted stock' })
