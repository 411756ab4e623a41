import { z } from 'zod'
import { quoteItems, type ItemQuote } from '#features/selling/shipping-policy/quote-items-db.server.ts'
import { sellerEndpoint, type Endpoint } from './endpoint.ts'
import { ApiProblem } from './problem.ts'
import { amount, country, id, minorOf, money, optional, text, writeAmount } from './fields.ts'

const problems = {
  noListing: 'NO_LISTING',
  noPolicy: 'NO_POLICY',
  noZone: 'NO_PRICE',
  excluded: 'EXCLUDED',
  weightMissing: 'WEIGHT_MISSING',
  tooHeavy: 'TOO_HEAVY',
  noRates: 'NO_RATES',
} as const satisfies Record<Extract<ItemQuote, { problem: unknown }>['problem'], string>

const quoteBody = z
  .strictObject({
    to: z.strictObject({
      country: country(),
      region: optional(text(100)).meta({ description: 'Code by ISO 3166-2 without the country, such as `NY`' }),
      postalCode: optional(text(20)),
    }),
    items: z
      .array(
        z.strictObject({
          item: id().meta({ description: 'The listing’s id in the marketplace, or its item number' }),
          quantity: z.int().min(1).max(1_000_000),
          unitPrice: amount.nullish().meta({
            description: 'What the buyer pays for a unit, as of a variation. Default: the listing’s price',
          }),
        }),
      )
      .min(1)
      .max(50),
  })
  .meta({ id: 'ShippingQuoteBody', description: 'Items and where they go' })

const quoted = {
  services: z
    .array(
      z.object({
        policy: z.string().describe('The shipping policy’s name'),
        carrier: z.string().nullable(),
        service: z.string().nullable().describe('The service’s name'),
        price: money,
        minDays: z.int().nullable().describe('Days in transit; null if the seller states none'),
        maxDays: z.int().nullable(),
      }),
    )
    .describe('Cheapest first; empty with a problem'),
  handlingDays: z.int().nullable().describe('Working days until the parcel leaves'),
  pickup: z.boolean().describe('Whether the buyer may pick the items up'),
  problem: z
    .enum(Object.values(problems))
    .nullable()
    .describe(
      'Why there is no price. NO_POLICY: the seller has set none. NO_RATES: it depends on rates of a carrier that is not connected',
    ),
}

const shippingQuote = z
  .object({
    items: z.array(z.object({ item: z.string(), ...quoted })).describe('Each item alone, as asked'),
    order: z.object(quoted).describe('All in one order'),
  })
  .meta({ id: 'ShippingQuote', description: 'What shipping costs' })

export const shippingQuoteEndpoints: Endpoint[] = [
  sellerEndpoint({
    route: 'POST /sellers/{seller}/shipping-quotes',
    operationId: 'getShippingQuote',
    summary: 'Quote shipping',
    description:
      'What sending items to a destination costs, each alone and all in one order. In an order, items of one policy are priced together; the dearest of these prices is that of the order. Items without a policy count nothing, items that cannot be sent refuse the order.',
    scope: 'listings:read',
    body: quoteBody,
    example: { to: { country: 'DE', postalCode: '80331' }, items: [{ item: '118304211004', quantity: 1 }] },
    problems: ['wrong-currency'],
    answers: { 200: { description: 'What shipping costs', schema: shippingQuote } },
    handle: async ({ seller, body: { to, items }, read }) => {
      const { country: of, region = null, postalCode = null } = to
      const asked = items.map(({ item, quantity, unitPrice }) => ({
        item,
        quantity,
        priceMinor: unitPrice ? minorOf(unitPrice) : null,
      }))
      const foreign = items.findIndex(({ unitPrice }) => unitPrice && unitPrice.currency !== seller.currency)
      if (foreign >= 0)
        throw new ApiProblem('wrong-currency', {
          errors: [{ pointer: `/items/${foreign}/unitPrice/currency`, detail: `The shop’s is ${seller.currency}.` }],
        })
      const destination = { country: of, region, postcode: postalCode }
      const quotes = await read((db) => quoteItems(db, seller, { items: asked, to: destination }))
      const body = {
        items: quotes.items.map((each, at) => ({ item: asked[at]?.item ?? '', ...writeQuote(each, seller.currency) })),
        order: writeQuote(quotes.order, seller.currency),
      }
      return { status: 200, body }
    },
  }),
]

function writeQuote(each: ItemQuote, currency: string): z.input<typeof shippingQuote>['order'] {
  if ('problem' in each) return { services: [], handlingDays: null, pickup: false, problem: problems[each.problem] }
  const { policy, services, handlingDays, pickup } = each
  return {
    services: services.map(({ carrier, name, priceMinor, days }) => ({
      policy,
      carrier: carrier || null,
      service: name || null,
      price: writeAmount({ minor: priceMinor, currency }),
      minDays: days?.[0] ?? null,
      maxDays: days?.[1] ?? null,
    })),
    handlingDays,
    pickup,
    problem: null,
  }
}
