import { selectOfSeller } from '#db/select-of-seller.ts'
import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import { settingOf } from '#features/selling/listing-form/form/form-setting.server.ts'
import { readContent } from '#features/selling/listing-form/form/read-content.ts'
import type { Typed } from '#features/selling/listing-form/form/typed-form.ts'
import { takesOffers } from '#features/core/offer/takes-offers-db.server.ts'
import { policyKinds } from '#features/core/listing/listing-content.ts'
import { readPolicies } from '#features/selling/policies/policies-db.server.ts'
import { shopOf } from '../form-shop.ts'
import { answerEach } from './bulk.ts'
import {
  changeInventoryItem,
  detailsOf,
  publishInventoryItem,
  removeInventoryItem,
  lockItemByOffer,
  findItemByOffer,
  lockItemBySku,
  withdrawInventoryItem,
} from './change-inventory-item.ts'
import { inventoryLimits, requireItem } from './inventory-items.ts'
import { offerIdOf, type InventoryItem } from './inventory-rows.ts'
import { writeOffer } from './inventory-shape.ts'
import {
  checkFormat,
  newOfferBody,
  offerBody,
  offerPlaces,
  offerWarnings,
  bestOfferWarnings,
  policyNames,
  withOffer,
  withoutOffer,
  type OfferBody,
} from './offer-body.ts'
import { marketplaceOf } from './order-shape.ts'
import { readRowRange } from './paging.ts'
import { parseBody, SellError, warningsOf, type Warning } from './sell-error.ts'
import { inventoryRoot, type SellAnswer, type SellCall, type SellRoute } from './sell-route.ts'

const offerIdOfCall = ({ params }: SellCall) => params.offerId ?? ''

async function makeOffer(call: SellCall, request: unknown): Promise<{ offerId: string; warnings: Warning[] }> {
  const { sku, marketplaceId, format, ...body } = parseBody(newOfferBody, request, 25709, offerPlaces)
  const own = marketplaceOf(call.seller.country)
  if (marketplaceId !== own)
    throw new SellError(25709, {
      detail: `The shop's marketplace is ${own}.`,
      parameters: { fieldName: 'marketplaceId' },
    })
  return call.write(async (db) => {
    const thing = await lockItemBySku(call, db, sku)
    if (!thing) throw new SellError(25702, { parameters: { skuValue: sku } })
    if (thing.price_minor > 0)
      throw new SellError(25002, { detail: 'The SKU has its offer.', parameters: { offerId: offerIdOf(thing) } })
    const warnings = await changeOffer(call, db, { thing, body, format })
    return { offerId: offerIdOf(thing), warnings }
  })
}

async function changeOffer(
  call: SellCall,
  db: SellerDb,
  { thing, body, format }: { thing: InventoryItem; body: OfferBody; format: string },
): Promise<Warning[]> {
  checkFormat(format, body)
  const { limits } = call.hub.config.policyPack
  if ((body.availableQuantity ?? 0) > limits.quantity)
    throw new SellError(25004, { detail: `At most ${limits.quantity} can be on offer.` })
  await checkPolicies(call, db, body)
  await checkLocation(call, db, body)
  const takes = await takesOffers(db, call.seller.id)
  const details = await detailsOf(call, db, thing)
  const isOnSale = thing.state !== 'DRAFT' && thing.state !== 'SCHEDULED'
  const wanted = body.listingStartDate === undefined ? null : new Date(body.listingStartDate)
  const isLate = wanted !== null && (isOnSale || wanted <= call.hub.now())
  const start = isLate ? null : wanted
  const description = body.listingDescription ?? details.itemDescription ?? undefined
  await changeInventoryItem(call, db, {
    thing,
    details,
    change: (typed) => withOffer(typed, body, { call, format, start, description, takesOffers: takes }),
  })
  const itemDescription =
    body.listingDescription === undefined ? null : (details.itemDescription ?? details.content.description)
  await storeToolFields(call, db, { thing, locationKey: body.merchantLocationKey ?? null, itemDescription })
  const late = isLate ? [{ id: 25753 as const, details: {} }] : []
  return [...offerWarnings(body), ...bestOfferWarnings(body, takes), ...late]
}

/** Stores fields the listing has no place for. */
async function storeToolFields(
  { seller }: SellCall,
  db: SellerDb,
  {
    thing,
    locationKey,
    itemDescription,
  }: { thing: InventoryItem; locationKey: string | null; itemDescription: string | null },
): Promise<void> {
  const values = { location_key: locationKey, item_description: itemDescription }
  // A member may have discarded it concurrently.
  const listing = await selectOfSeller(db, 'listings', seller.id)
    .select('id')
    .where('id', '=', thing.id)
    .forKeyShare()
    .executeTakeFirst()
  if (!listing) throw new SellError(25025)
  await db
    .insertInto('tool_offers')
    .values({ seller_id: seller.id, listing_id: thing.id, ...values })
    .onConflict((conflict) => conflict.columns(['seller_id', 'listing_id']).doUpdateSet(values))
    .execute()
}

async function checkPolicies({ seller }: SellCall, db: SellerDb, { listingPolicies }: OfferBody): Promise<void> {
  const own = new Set((await readPolicies(db, seller.id)).map(({ kind, id }) => `${kind} ${id}`))
  for (const kind of policyKinds) {
    const { field, error } = policyNames[kind]
    const id = listingPolicies?.[field]
    if (id !== undefined && !own.has(`${kind} ${id}`))
      throw new SellError(error, { detail: 'The shop has no such policy.', parameters: { fieldName: field } })
  }
}

async function checkLocation(
  { seller }: SellCall,
  db: SellerDb,
  { merchantLocationKey: key }: OfferBody,
): Promise<void> {
  if (key === undefined) return
  const keys = await selectOfSeller(db, 'merchant_locations', seller.id)
    .select('location_key')
    .where('is_enabled', '=', true)
    .execute()
  if (!keys.some((row) => row.location_key === key))
    throw new SellError(25012, {
      detail: 'The shop has no such location, or it is disabled.',
      parameters: { fieldName: 'merchantLocationKey' },
    })
}

/** Publishes an offer, ignoring a start in the past; returns the item number. */
function publish(call: SellCall, offerId: string): Promise<{ listingId: string; warnings: Warning[] }> {
  return call.write(async (db) => {
    const thing = await lockItemByOffer(call, db, offerId)
    const warnings: Warning[] = []
    const change = (typed: Typed): Typed => {
      const { startsAt } = readContent(typed, settingOf(shopOf(call))).content
      if (startsAt === null || startsAt > call.hub.now()) return typed
      warnings.push({ id: 25753, details: {} })
      const { startDate: _, startTime: __, ...rest } = typed
      return rest
    }
    return { listingId: await publishInventoryItem(call, db, thing, change), warnings }
  })
}

async function offersOf(call: SellCall): Promise<SellAnswer> {
  const { hub, url, read } = call
  const named = url.searchParams.get('sku')
  if (!named) throw new SellError(25709, { detail: 'The SKU is missing.', parameters: { fieldName: 'sku' } })
  const { limit } = readRowRange(url, inventoryLimits)
  const offer = await read(async (db) => {
    const thing = await requireItem(call, db, named)
    if (thing.price_minor === 0) throw new SellError(25713, { detail: 'The SKU has no offer.' })
    return writeOffer(call, thing, await detailsOf(call, db, thing))
  })
  const asked = { marketplace_id: offer.marketplaceId, format: offer.format }
  const isAsked = Object.entries(asked).every(([name, own]) => (url.searchParams.get(name) ?? own) === own)
  const offers = isAsked ? [offer] : []
  const href = hub.config.publicUrl + url.pathname + url.search
  return { status: 200, body: { href, limit, total: offers.length, size: offers.length, offers } }
}

/** Offers; each is a listing or a draft. */
export const offerRoutes: SellRoute[] = [
  { route: `GET ${inventoryRoot}/offer`, scope: 'listings:read', handle: offersOf },
  {
    route: `POST ${inventoryRoot}/offer`,
    scope: 'listings:write',
    body: 25709,
    hasLanguage: true,
    async handle(call) {
      const { offerId, warnings } = await makeOffer(call, call.body)
      return { status: 201, body: { offerId, ...warningsOf(warnings) }, location: `${inventoryRoot}/offer/${offerId}` }
    },
  },
  {
    route: `GET ${inventoryRoot}/offer/{offerId}`,
    scope: 'listings:read',
    async handle(call) {
      const body = await call.read(async (db) => {
        const thing = await findItemByOffer(call, db, offerIdOfCall(call))
        return writeOffer(call, thing, await detailsOf(call, db, thing))
      })
      return { status: 200, body }
    },
  },
  {
    route: `PUT ${inventoryRoot}/offer/{offerId}`,
    scope: 'listings:write',
    body: 25709,
    hasLanguage: true,
    async handle(call) {
      const body = parseBody(offerBody, call.body, 25709, offerPlaces)
      const { offerId, warnings } = await call.write(async (db) => {
        const thing = await lockItemByOffer(call, db, offerIdOfCall(call))
        const { format } = (await detailsOf(call, db, thing)).content
        return { offerId: offerIdOf(thing), warnings: await changeOffer(call, db, { thing, body, format }) }
      })
      return warnings.length > 0 ? { status: 200, body: { offerId, ...warningsOf(warnings) } } : { status: 204 }
    },
  },
  {
    route: `DELETE ${inventoryRoot}/offer/{offerId}`,
    scope: 'listings:write',
    async handle(call) {
      await call.write(async (db) => {
        const thing = await lockItemByOffer(call, db, offerIdOfCall(call))
        if (thing.state !== 'DRAFT') return removeInventoryItem(call, db, thing)
        await changeInventoryItem(call, db, { thing, details: await detailsOf(call, db, thing), change: withoutOffer })
      })
      return { status: 204 }
    },
  },
  {
    route: `POST ${inventoryRoot}/offer/{offerId}/publish`,
    scope: 'listings:write',
    async handle(call) {
      const { listingId, warnings } = await publish(call, offerIdOfCall(call))
      return { status: 200, body: { listingId, ...warningsOf(warnings) } }
    },
  },
  {
    route: `POST ${inventoryRoot}/offer/{offerId}/withdraw`,
    scope: 'listings:write',
    async handle(call) {
      const listingId = await call.write(async (db) => {
        const thing = await lockItemByOffer(call, db, offerIdOfCall(call))
        await withdrawInventoryItem(call, db, thing)
        return thing.item_number
      })
      return { status: 200, body: { listingId } }
    },
  },
  {
    route: `POST ${inventoryRoot}/bulk_create_offer`,
    scope: 'listings:write',
    body: 25709,
    hasLanguage: true,
    handle: (call) =>
      answerEach(call, {
        errors: { many: 25730, twice: 25729 },
        named: ['sku', 'marketplaceId', 'format'],
        async work(request) {
          const { offerId, warnings } = await makeOffer(call, request)
          return { statusCode: 201, offerId, ...warningsOf(warnings) }
        },
      }),
  },
  {
    route: `POST ${inventoryRoot}/bulk_publish_offer`,
    scope: 'listings:write',
    body: 25709,
    handle: (call) =>
      answerEach(call, {
        errors: { many: 25730, twice: 25731 },
        named: ['offerId'],
        async work(request) {
          const { offerId } = parseBody(z.object({ offerId: z.string() }), request, 25709)
          const { listingId, warnings } = await publish(call, offerId)
          return { statusCode: 200, listingId, ...warningsOf(warnings) }
        },
      }),
  },
]
