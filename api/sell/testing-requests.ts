import fc from 'fast-check'
import { z } from 'zod'
import { changed, changes, edges, segments, type OddRequest } from '../testing-requests.ts'
import { itemBody } from './item-body.ts'
import { changedLocation, newLocation } from './locations.ts'
import { offersBody } from './negotiation.ts'
import { newOfferBody, offerBody } from './offer-body.ts'
import { fulfillmentRoot } from './order-shape.ts'
import { parcelBody } from './parcels.ts'
import { policyBodies } from './policy-body.ts'
import { changeBody } from './price-quantity.ts'
import { itemPromotionBody, markdownBody } from './promotion-bodies.ts'
import { refundBody } from './refunds.ts'
import { accountRoot, inventoryRoot, marketingRoot, negotiationRoot } from './sell-route.ts'
import type { sellRoutes } from './routes.ts'
import { assertDefined } from '#lib/assert-defined.ts'

type JsonBody = Record<string, unknown>

/** What exists, read from the hub, so that its own responses are used as requests. */
export type KnownItems = Awaited<ReturnType<typeof readKnown>>

export async function readKnown(ask: (path: string) => Promise<unknown>, marketplace: string) {
  const list = async (path: string, name: string) => ((await ask(path)) as Record<string, JsonBody[]>)[name] ?? []
  const items = await list(`${inventoryRoot}/inventory_item?limit=20`, 'inventoryItems')
  const offers: JsonBody[] = []
  for (const { sku } of items) {
    const [offer] = await list(`${inventoryRoot}/offer?sku=${encodeURIComponent(sku as string)}`, 'offers')
    if (offer) offers.push(offer)
  }
  const orders = await list(`${fulfillmentRoot}/order?limit=20`, 'orders')
  const policy = async (kind: string, name: string) =>
    assertDefined(
      (await list(`${accountRoot}/${kind}_policy?marketplace_id=${marketplace}`, name))[0],
      'the shop was made with one of each kind',
    )
  return {
    items,
    offers,
    orders: orders.map(({ orderId }) => orderId as string),
    policies: {
      fulfillment: await policy('fulfillment', 'fulfillmentPolicies'),
      payment: await policy('payment', 'paymentPolicies'),
      return: await policy('return', 'returnPolicies'),
    },
  }
}

const many = (schema: z.ZodType) => z.object({ requests: z.array(schema).min(1).max(3) })
const ofSku = { sku: z.string() }

const schemas: Readonly<Record<string, z.ZodType>> = {
  [`${fulfillmentRoot}/order/{orderId}/shipping_fulfillment`]: parcelBody,
  [`${fulfillmentRoot}/order/{orderId}/issue_refund`]: refundBody,
  [`${inventoryRoot}/inventory_item/{sku}`]: itemBody,
  [`${inventoryRoot}/bulk_create_or_replace_inventory_item`]: many(itemBody.extend(ofSku)),
  [`${inventoryRoot}/bulk_get_inventory_item`]: many(z.object(ofSku)),
  [`${inventoryRoot}/offer`]: newOfferBody,
  [`${inventoryRoot}/offer/{offerId}`]: offerBody,
  [`${inventoryRoot}/bulk_create_offer`]: many(newOfferBody),
  [`${inventoryRoot}/bulk_publish_offer`]: many(z.object({ offerId: z.string() })),
  [`${inventoryRoot}/bulk_update_price_quantity`]: many(changeBody),
  [`${inventoryRoot}/location/{merchantLocationKey}`]: newLocation,
  [`${inventoryRoot}/location/{merchantLocationKey}/update_location_details`]: changedLocation,
  [`${negotiationRoot}/send_offer_to_interested_buyers`]: offersBody,
  ...Object.fromEntries(
    (['', '/{promotionId}'] as const).flatMap((end) => [
      [`${marketingRoot}/item_price_markdown${end}`, markdownBody],
      [`${marketingRoot}/item_promotion${end}`, itemPromotionBody],
    ]),
  ),
  ...Object.fromEntries(
    (['', '/{policyId}'] as const).flatMap((end) => [
      [`${accountRoot}/fulfillment_policy${end}`, policyBodies.FULFILMENT],
      [`${accountRoot}/payment_policy${end}`, policyBodies.PAYMENT],
      [`${accountRoot}/return_policy${end}`, policyBodies.RETURN],
    ]),
  ),
}

export interface About {
  sku: string
  item: JsonBody
  offer: JsonBody
  offerId: string
  orderId: string
  name: string
}

const promotion = (name: string) => ({
  name,
  marketplaceId: 'EBAY_GB',
  startDate: '2030-01-01T00:00:00Z',
  endDate: '2030-01-08T00:00:00Z',
  promotionStatus: 'DRAFT',
})

export function goodBody(path: string, about: About, { policies }: KnownItems): unknown {
  const { sku, item, offer, offerId, name } = about
  const address = { city: 'Bristol', postalCode: 'BS1 1AA', country: 'GB' }
  const kind = (['fulfillment', 'payment', 'return'] as const).find((each) => path.includes(`/${each}_policy`))
  if (kind) return { ...policies[kind], name }
  const whole = path.replace('/{promotionId}', '')
  switch (whole.slice(whole.lastIndexOf('/') + 1)) {
    case 'shipping_fulfillment':
      return { trackingNumber: name, shippingCarrierCode: 'Royal Mail' }
    case 'issue_refund':
      return { reasonForRefund: 'OTHER_ADJUSTMENT', orderLevelRefundAmount: { value: '0.10', currency: 'GBP' } }
    case '{sku}':
      return item
    case 'bulk_create_or_replace_inventory_item':
      return { requests: [{ ...item, sku, locale: 'en_GB' }] }
    case 'bulk_get_inventory_item':
      return { requests: [{ sku }] }
    case 'offer':
      return { ...offer, sku }
    case '{offerId}':
      return offer
    case 'bulk_create_offer':
      return { requests: [{ ...offer, sku }] }
    case 'bulk_publish_offer':
      return { requests: [{ offerId }] }
    case 'bulk_update_price_quantity':
      return { requests: [{ sku: offer.sku, offers: [{ offerId: offer.offerId, availableQuantity: 3 }] }] }
    case 'send_offer_to_interested_buyers':
      return { offeredItems: [{ listingId: offer.offerId, discountPercentage: '10', quantity: 1 }] }
    case 'item_price_markdown':
      return {
        ...promotion(name),
        selectedInventoryDiscounts: [
          {
            discountBenefit: { percentageOffItem: '10' },
            inventoryCriterion: { inventoryCriterionType: 'INVENTORY_BY_VALUE', listingIds: [offer.offerId] },
          },
        ],
      }
    case 'item_promotion':
      return {
        ...promotion(name),
        promotionType: 'VOLUME_DISCOUNT',
        discountRules: [
          { discountBenefit: { percentageOffOrder: '5' }, discountSpecification: { minQuantity: 2 }, ruleOrder: 1 },
        ],
        inventoryCriterion: { inventoryCriterionType: 'INVENTORY_BY_VALUE', listingIds: [offer.offerId] },
      }
    default:
      return { location: { address }, name }
  }
}

/** Tools' requests: bodies the hub wrote itself and ones generated by schema, with up to three mutations. */
export function oddSellRequests(routes: typeof sellRoutes, known: KnownItems): fc.Arbitrary<OddRequest> {
  const names = fc.integer({ min: 1, max: 30 }).map((number) => `FUZZ-${number}`)
  const ids = known.offers.map(({ offerId }) => offerId as string)
  const about = fc.record({
    name: names,
    sku: segments((known.items[0]?.sku as string | undefined) ?? 'FUZZ-1', names),
    item: fc.constantFrom(...known.items),
    offer: fc.constantFrom(...known.offers),
    offerId: fc.constantFrom(...ids).chain((id) => segments(id, names)),
    orderId: fc.constantFrom('1', ...known.orders).chain((id) => segments(id, names)),
    fulfillmentId: segments('1', names),
    merchantLocationKey: segments('FUZZ-1', names),
    payoutId: segments('8f2c0a7d91b4', names),
    transferId: segments('1', names),
    promotionId: segments('0123456789ab', names),
    policyId: fc
      .constantFrom(...Object.values(known.policies).map((policy) => String(Object.values(policy)[0])))
      .chain((id) => segments(id, names)),
  })
  return fc.constantFrom(...routes).chain((route) => {
    const schema = route.body === undefined ? undefined : schemas[route.path]
    if (route.body !== undefined && !schema) throw new Error(`nothing is known of the body of ${route.path}`)
    return fc
      .record({
        about,
        made: changes,
        written: schema ? valuesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) : fc.constant(null),
        isWritten: fc.integer({ min: 0, max: 3 }).map((part) => part === 0),
        query: fc.constantFrom(
          '',
          '',
          '?limit=2',
          '?limit=0',
          '?offset=x',
          '?sku=FUZZ-1',
          '?marketplace_id=EBAY_GB',
          '?name=%00',
          '?filter=transactionStatus:{PAYOUT},transactionDate:[2026-01-01T00:00:00.000Z..]',
          '?filter=payoutId:{x|%00},transactionType:{SALE}&sort=-transactionDate',
          '?%',
        ),
        language: fc.constantFrom('en-GB', 'en-GB', 'en-GB', 'english', ''),
      })
      .map(({ about: of, made, written, isWritten, query, language }) => {
        const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
          encodeURIComponent(String((of as JsonBody)[name])),
        )
        const body = isWritten ? written : structuredClone(goodBody(route.path, of, known))
        return {
          method: route.method,
          path: path + query,
          body: schema ? JSON.stringify(changed(body, made)) : undefined,
          headers: { 'content-language': language, 'x-ebay-c-marketplace-id': 'EBAY_GB' },
        }
      })
  })
}

type JsonSchema = z.core.JSONSchema.BaseSchema | boolean

const texts = fc.constantFrom(
  '3.95',
  '0',
  'GBP',
  'EBAY_GB',
  'Leica',
  'FUZZ-1',
  'DAYS_7',
  'GTC',
  'DAY',
  '2030-01-01T00:00:00Z',
  'x'.repeat(90),
  '',
)

/** Values that a schema allows, approximately: patterns are ignored. */
function valuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (typeof schema === 'boolean') return fc.constantFrom(...edges)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice)))
  switch (schema.type) {
    case 'object': {
      const named = Object.entries(schema.properties ?? {}).map(([name, part]) => [name, valuesOf(part)] as const)
      const requiredKeys = schema.required ?? []
      // The property names are known at run time only.
      if (named.length > 0) return fc.record(Object.fromEntries(named), { requiredKeys: requiredKeys as never[] })
      return fc.dictionary(texts, valuesOf(schema.additionalProperties ?? true), { maxKeys: 3 })
    }
    case 'array':
      return fc.array(valuesOf((schema.items as JsonSchema | undefined) ?? true), {
        minLength: schema.minItems ?? 0,
        maxLength: 3,
      })
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? -5, -5), max: Math.min(schema.maximum ?? 500, 500) })
    case 'number':
      return fc.double({ min: 0.001, max: 500, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'string':
      return texts
    default:
      return fc.constantFrom(...edges)
  }
}
