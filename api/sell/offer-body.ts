import { z } from 'zod'
import type { Typed } from '#features/selling/listing-form/form/typed-form.ts'
import { limits, policyKinds, type PolicyKind } from '#features/core/listing/listing-content.ts'
import { findLeaf } from '#features/core/listing/taxonomy.ts'
import { parseDecimal, toDecimal } from '#lib/money.ts'
import { wallClockAt } from '#lib/zoned-time.ts'
import { moment, sku, text } from '../fields.ts'
import { ignoredFieldWarnings, withFields } from './item-body.ts'
import { SellError, type PlaceErrors, type SellErrorId, type Warning } from './sell-error.ts'
import type { SellCall } from './sell-route.ts'

const amount = z.object({ value: z.string(), currency: z.string() })

const offerFields = {
  availableQuantity: z.int().min(0).optional(),
  categoryId: text(200).optional(),
  listingDescription: text(limits.description).optional(),
  listingDuration: z.string().optional(),
  listingPolicies: z
    .object({
      fulfillmentPolicyId: z.string().optional(),
      paymentPolicyId: z.string().optional(),
      returnPolicyId: z.string().optional(),
      bestOfferTerms: z
        .object({
          bestOfferEnabled: z.boolean().optional(),
          autoAcceptPrice: amount.optional(),
          autoDeclinePrice: amount.optional(),
        })
        .optional(),
      eBayPlusIfEligible: z.boolean().optional(),
      shippingCostOverrides: z.unknown().optional(),
      productCompliancePolicyIds: z.unknown().optional(),
      takeBackPolicyId: z.unknown().optional(),
    })
    .optional(),
  listingStartDate: moment().optional(),
  merchantLocationKey: z.string().optional(),
  pricingSummary: z
    .object({
      price: amount.optional(),
      auctionStartPrice: amount.optional(),
      auctionReservePrice: amount.optional(),
      originalRetailPrice: z.unknown().optional(),
      minimumAdvertisedPrice: z.unknown().optional(),
    })
    .optional(),
  quantityLimitPerBuyer: z.int().optional(),
  charity: z.unknown().optional(),
  lotSize: z.unknown().optional(),
  secondaryCategoryId: z.unknown().optional(),
  storeCategoryNames: z.unknown().optional(),
  tax: z.unknown().optional(),
}

/** An offer as sent by tools, always complete. */
export const offerBody = z.object(offerFields)
export type OfferBody = z.output<typeof offerBody>

/** The same with the fields that identify it and cannot change. */
export const newOfferBody = z.object({
  ...offerFields,
  sku: sku(),
  marketplaceId: z.string(),
  format: z.enum(['FIXED_PRICE', 'AUCTION']),
})

export const offerPlaces: PlaceErrors = [
  ['$.availableQuantity', 25004],
  ['$.pricingSummary', 25003],
  ['$.listingStartDate', 25752],
  ['$.categoryId', 25005],
  ['$.listingPolicies.bestOfferTerms', 25024],
  ['$.listingPolicies.fulfillmentPolicyId', 25007],
  ['$.listingPolicies.paymentPolicyId', 25008],
  ['$.listingPolicies.returnPolicyId', 25009],
]

/** Warnings for fields of an offer that the hub does not store. */
export function offerWarnings({ pricingSummary: prices, listingPolicies: terms, ...offer }: OfferBody): Warning[] {
  return ignoredFieldWarnings({
    originalRetailPrice: prices?.originalRetailPrice,
    minimumAdvertisedPrice: prices?.minimumAdvertisedPrice,
    quantityLimitPerBuyer: offer.quantityLimitPerBuyer,
    charity: offer.charity,
    lotSize: offer.lotSize,
    secondaryCategoryId: offer.secondaryCategoryId,
    storeCategoryNames: offer.storeCategoryNames,
    tax: offer.tax,
    eBayPlusIfEligible: terms?.eBayPlusIfEligible,
    shippingCostOverrides: terms?.shippingCostOverrides,
    productCompliancePolicyIds: terms?.productCompliancePolicyIds,
    takeBackPolicyId: terms?.takeBackPolicyId,
  })
}

/** Warning for best offer where the connected shop takes no offers: the listing keeps what it has. */
export const bestOfferWarnings = ({ listingPolicies: terms }: OfferBody, takesOffers: boolean): Warning[] => {
  if (takesOffers || !terms?.bestOfferTerms) return []
  const detail = 'The marketplace takes no offers: bestOfferTerms was left out.'
  return [{ id: 25028, details: { detail, parameters: { field: 'bestOfferTerms' } } }]
}

/** The hub's auctions last a week. */
const auctionDuration = 'DAYS_7'

export function checkFormat(
  format: string,
  { pricingSummary: prices, listingPolicies: terms, ...offer }: OfferBody,
): void {
  const wrong = (id: SellErrorId, is: boolean) => {
    if (is) throw new SellError(id)
  }
  if (format !== 'AUCTION') {
    wrong(25758, prices?.auctionStartPrice !== undefined || prices?.auctionReservePrice !== undefined)
    if (offer.listingDuration !== undefined && offer.listingDuration !== 'GTC')
      throw new SellError(25709, {
        detail: 'At a fixed price, things are on sale until they are sold out or ended: GTC.',
        parameters: { fieldName: 'listingDuration' },
      })
    return
  }
  wrong(25755, offer.listingDuration === undefined)
  wrong(25757, prices?.auctionStartPrice === undefined)
  wrong(25761, prices?.originalRetailPrice !== undefined || prices?.minimumAdvertisedPrice !== undefined)
  wrong(25762, offer.availableQuantity !== undefined)
  wrong(25763, offer.quantityLimitPerBuyer !== undefined)
  wrong(25764, terms?.eBayPlusIfEligible !== undefined)
  if (offer.listingDuration !== auctionDuration)
    throw new SellError(25709, {
      detail: `An auction runs for a week: ${auctionDuration}.`,
      parameters: { fieldName: 'listingDuration' },
    })
  if (prices?.auctionReservePrice !== undefined || prices?.price !== undefined)
    throw new SellError(25006, { detail: 'An auction has neither a reserve nor a price to buy at once.' })
}

export const policyNames: Readonly<
  Record<PolicyKind, { field: 'fulfillmentPolicyId' | 'paymentPolicyId' | 'returnPolicyId'; error: SellErrorId }>
> = {
  FULFILMENT: { field: 'fulfillmentPolicyId', error: 25007 },
  PAYMENT: { field: 'paymentPolicyId', error: 25008 },
  RETURN: { field: 'returnPolicyId', error: 25009 },
}

const offerNames = /^(?:format|price|category|bestOffer|minimumOffer|autoAccept|startDate|startTime|policy\..*)$/s

export const withoutOffer = (typed: Typed): Typed => withFields(typed, offerNames, { format: 'FIXED_PRICE' })

/** Applies an offer to a listing's form. `start`: scheduled start, if in the future. */
export function withOffer(
  typed: Typed,
  body: OfferBody,
  {
    call,
    format,
    start,
    description,
    takesOffers,
  }: { call: SellCall; format: string; start: Date | null; description: string | undefined; takesOffers: boolean },
): Typed {
  const { hub, seller } = call
  const { listingPolicies: terms, pricingSummary: prices = {} } = body
  const price = (given: z.output<typeof amount>) =>
    readPrice(given, seller.currency, hub.config.policyPack.limits.priceMinor)
  const offers = terms?.bestOfferTerms?.bestOfferEnabled ? terms.bestOfferTerms : null
  const given = format === 'AUCTION' ? prices.auctionStartPrice : prices.price
  if (!given)
    throw new SellError(25003, { detail: 'An offer has a price.', parameters: { fieldName: 'pricingSummary.price' } })
  const leaf = body.categoryId === undefined ? null : findLeaf(hub.config.taxonomy, body.categoryId)
  if (body.categoryId !== undefined && !leaf)
    throw new SellError(25005, {
      detail: `A category is named by its path, such as “${hub.config.taxonomy.leaves[0]?.path}”.`,
      parameters: { fieldName: 'categoryId' },
    })
  const clock = start && wallClockAt(start, seller.time_zone)
  const others = Object.entries(typed).filter(([name]) => name !== 'description' && name !== 'quantity')
  return withFields(Object.fromEntries(others), offerNames, {
    format,
    price: price(given),
    category: leaf?.path,
    description: description ?? typed.description,
    quantity: format === 'AUCTION' ? '1' : (body.availableQuantity?.toString() ?? typed.quantity),
    ...(takesOffers
      ? {
          bestOffer: offers ? 'on' : undefined,
          minimumOffer: offers?.autoDeclinePrice && price(offers.autoDeclinePrice),
          autoAccept: offers?.autoAcceptPrice && price(offers.autoAcceptPrice),
        }
      : { bestOffer: typed.bestOffer, minimumOffer: typed.minimumOffer, autoAccept: typed.autoAccept }),
    startDate: clock?.date,
    startTime: clock?.time.slice(0, 5),
    ...Object.fromEntries(policyKinds.map((kind) => [`policy.${kind}`, terms?.[policyNames[kind].field]])),
  })
}

/** Parses a price in the shop's currency; returns the decimal as typed. */
function readPrice({ value, currency }: z.output<typeof amount>, own: string, most: number): string {
  const money = currency === own ? parseDecimal(value, currency) : null
  if (!money || money.minor <= 0 || money.minor > most)
    throw new SellError(25003, { detail: `“${value} ${currency}” is no price of a listing in ${own}.` })
  return toDecimal(money)
}
