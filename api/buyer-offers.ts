import { selectOfSeller } from '#db/select-of-seller.ts'
import { deleteOfSeller, updateOfSeller } from '#db/change-of-seller.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import type { ItemNumber } from '#features/core/listing/listing.ts'
import { answerByRules } from '#features/core/offer/answer-by-rules-db.server.ts'
import { canUndo, shownToBuyer } from '#features/core/offer/offer.ts'
import type { OfferLimits } from '#features/core/policy-pack/offer-limits.ts'
import { makeOffer, moveOffer, undoOfferStep, type NewOfferOutcome } from '#features/core/offer/offers-db.server.ts'
import { readShopItems } from '#features/selling/pushed-listings/shop-listings-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { brand } from '#lib/brand.ts'
import { answersOf, requireMatch, sellerEndpoint, sellerParams, type Endpoint } from './endpoint.ts'
import { id, minorOf } from './fields.ts'
import { findListing, missingListing } from './listing-rows.ts'
import { listingParams } from './listing-schemas.ts'
import {
  interest,
  interestBody,
  offer,
  offerBody,
  offerStepBody,
  readOffers,
  writeOffer,
  type OfferOut,
} from './offer-schemas.ts'
import { ApiProblem } from './problem.ts'
import { resource } from './resource.ts'
import type { ApiSeller } from './sellers-by-id.ts'

const offerParams = sellerParams.extend({
  offer: id().meta({ description: 'The offer’s id in the marketplace, or its key', example: 'of-1' }),
})

const offers = resource({
  name: 'offers',
  scope: 'offers:read',
  schema: offer,
  id: 'b.id',
  read: readOffers,
  // What the buyer does not know yet is left out.
  write: (row, { hub }) => writeOffer(row, hub.now()),
})

const findOffer = async (db: SellerDb, seller: ApiSeller, named: string): Promise<OfferOut | undefined> => {
  const found = await readOffers(db, seller.id, sql`(b.external_id = ${named} or b.offer_key = ${named})`)
  return found.find(({ external_id: own }) => own === named) ?? found[0]
}

const missing = 'There is no such offer.'

/** Offers of buyers and what buyers do with them, from the marketplace; sellers answer in the hub. */
export const buyerOfferEndpoints: Endpoint[] = [
  offers.list({ operationId: 'listOffers', summary: 'List offers' }),
  offers.one({
    path: 'offers/{offer}',
    operationId: 'getOffer',
    summary: 'Retrieve an offer',
    noun: 'offer',
    params: offerParams,
    find: async (db, { seller, hub }, params) => {
      const found = await findOffer(db, seller, params.offer)
      return found && shownToBuyer(found, hub.now()) ? found : null
    },
    missing,
  }),
  sellerEndpoint({
    route: 'PUT /sellers/{seller}/offers/{offer}',
    operationId: 'placeOffer',
    summary: 'Create a buyer’s offer',
    description:
      'Rules of the seller may answer it at once. Answers are told by the events `offer.accepted`, `offer.countered` and `offer.declined`, a few seconds after the seller’s decision, which can be undone until then.',
    scope: 'offers:write',
    params: offerParams,
    body: offerBody,
    versioned: true,
    happened: ({ madeAt }) => ({ '/madeAt': madeAt }),
    example: {
      item: '118304211004',
      buyer: 'anna',
      price: { value: '38.00', currency: 'GBP' },
      madeAt: '2026-11-22T09:30:00Z',
    },
    answers: answersOf(offer, { 200: 'The existing offer', 201: 'The new offer' }),
    problems: [
      'seller-suspended',
      'id-taken',
      'no-such-listing',
      'no-such-variation',
      'not-on-offer',
      'not-enough-stock',
      'wrong-currency',
      'wrong-amount',
      'not-possible-now',
    ],
    handle: async ({ hub, seller, params, body, ifMatch, write }) =>
      write(async (db) => {
        const { offers: limits } = hub.config.policyPack
        const known = await findOffer(db, seller, params.offer)
        requireMatch(ifMatch, known ? writeOffer(known, hub.now()) : null)
        if (known) {
          await requireSame(db, seller, { known, body })
          return { status: 200, body: written(known, hub.now()) }
        }
        if (seller.suspended_at) throw new ApiProblem('seller-suspended')
        await create(db, { seller, id: params.offer, body, now: hub.now(), limits })
        const made = assertDefined(await findOffer(db, seller, params.offer), 'it was made in this transaction')
        return {
          status: 201,
          body: written(made, hub.now()),
          location: `/sellers/${params.seller}/offers/${params.offer}`,
        }
      }),
  }),
  sellerEndpoint({
    route: 'POST /sellers/{seller}/offers/{offer}/steps',
    operationId: 'addOfferStep',
    summary: 'Report what a buyer did with an offer',
    description:
      'A buyer accepts, declines or counters an offer of the seller, withdraws their own, or has seen one that was sent. A step that was reported already is answered with the offer as it is.',
    scope: 'offers:write',
    params: offerParams,
    body: offerStepBody,
    versioned: true,
    happened: ({ takenAt }) => ({ '/takenAt': takenAt }),
    example: { step: 'ACCEPT', takenAt: '2026-11-22T10:05:00Z' },
    answers: { 200: { description: 'The offer', schema: offer } },
    problems: ['not-possible-now', 'not-enough-stock', 'wrong-currency', 'wrong-amount'],
    handle: async ({ hub, seller, params, body, ifMatch, write }) =>
      write(async (db) => {
        const now = hub.now()
        const known = await findOffer(db, seller, params.offer)
        if (!known || !shownToBuyer(known, now)) throw new ApiProblem('not-found', { detail: missing })
        requireMatch(ifMatch, writeOffer(known, now))
        await takeBuyersStep(db, { seller, known, body, now, limits: hub.config.policyPack.offers })
        const after = assertDefined(await findOffer(db, seller, params.offer), 'it was read in this transaction')
        return { status: 200, body: written(after, now) }
      }),
  }),
  sellerEndpoint({
    route: 'PUT /sellers/{seller}/listings/{item}/interest',
    operationId: 'setInterest',
    summary: 'Set who is interested in a listing',
    description: 'Buyers who watch it, asked about it or have it in their basket: the seller may send them offers.',
    scope: 'offers:write',
    params: listingParams,
    body: interestBody,
    versioned: true,
    example: { buyers: [{ buyer: 'anna', interest: 'WATCHING', since: '2026-11-22T09:30:00Z' }] },
    answers: { 200: { description: 'Whom the listing interests', schema: interest } },
    handle: async ({ seller, params, body, ifMatch, write }) =>
      write(async (db) => {
        const listing = await findListing(db, seller.id, params.item)
        if (!listing) throw new ApiProblem('not-found', { detail: missingListing })
        const { count } = await selectOfSeller(db, 'interested_buyers', seller.id)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('listing_id', '=', listing.id)
          .executeTakeFirstOrThrow()
        requireMatch(ifMatch, { item: listing.item_number, buyers: count })
        await storeInterest(db, { sellerId: seller.id, listingId: listing.id, buyers: body.buyers })
        return { status: 200, body: { item: listing.item_number, buyers: body.buyers.length } }
      }),
  }),
]

const written = (row: OfferOut, now: Date) => assertDefined(writeOffer(row, now), 'the buyer knows it')

type OfferBody = z.output<typeof offerBody>

async function itemOf(db: SellerDb, seller: ApiSeller, { item, listing }: OfferBody): Promise<ItemNumber> {
  if (item) return brand<ItemNumber>(item)
  const found = listing ? (await readShopItems(db, seller.id, [listing])).get(listing) : undefined
  if (!found)
    throw new ApiProblem('no-such-listing', { errors: [{ pointer: '/listing', detail: 'There is no such listing.' }] })
  return brand<ItemNumber>(found.itemNumber)
}

interface Creating {
  seller: ApiSeller
  id: string
  body: OfferBody
  now: Date
  limits: OfferLimits
}

async function create(db: SellerDb, { seller, id: externalId, body, now, limits }: Creating): Promise<void> {
  const madeAt = new Date(body.madeAt)
  const outcome = await makeOffer(
    db,
    {
      sellerId: seller.id,
      begunBy: 'BUYER',
      externalId,
      item: await itemOf(db, seller, body),
      sku: body.sku ?? null,
      variation: body.variation ?? null,
      buyer: body.buyer,
      priceMinor: minorOf(body.price),
      currency: body.price.currency,
      units: body.units,
      message: body.message ?? null,
      mayCounter: true,
      madeAt,
      dueAt: body.expiresAt ? new Date(body.expiresAt) : new Date(madeAt.getTime() + limits.stands),
      memberName: null,
      tellAt: null,
      now,
    },
    limits,
  )
  if (!outcome.ok) throw refusalOf(outcome.reason, limits)
  await answerByRules(db, { offer: outcome.offer, now, limits })
}

function refusalOf(reason: Extract<NewOfferOutcome, { ok: false }>['reason'], { perBuyer }: OfferLimits): ApiProblem {
  const at = (pointer: string, detail: string) => ({ errors: [{ pointer, detail }] })
  switch (reason) {
    case 'no-such-listing':
      return new ApiProblem('no-such-listing', at('/item', 'There is no such listing.'))
    case 'no-such-variation':
      return new ApiProblem(
        'no-such-variation',
        at('/sku', 'If the listing has variations, identify one of them by its SKU or its values; otherwise, omit it.'),
      )
    case 'takes-no-offers':
      return new ApiProblem('not-on-offer', at('/item', 'The listing takes no offers.'))
    case 'not-on-sale':
      return new ApiProblem('not-on-offer', at('/item', 'The listing is not on sale.'))
    case 'other-currency':
      return new ApiProblem('wrong-currency', at('/price/currency', 'The listing is in another currency.'))
    case 'not-less':
      return new ApiProblem('wrong-amount', at('/price', 'It is not less than the listing asks.'))
    case 'not-enough-stock':
      return new ApiProblem('not-enough-stock', at('/units', 'The listing has fewer units left.'))
    case 'too-many':
      return new ApiProblem('not-possible-now', {
        detail: `A buyer may make ${perBuyer} offers for a listing, and has made them.`,
      })
  }
}

/** Refuses an id that names another offer. */
async function requireSame(
  db: SellerDb,
  seller: ApiSeller,
  { known, body }: { known: OfferOut; body: OfferBody },
): Promise<void> {
  const first = await selectOfSeller(db, 'buyer_offer_steps', seller.id)
    .selectAll()
    .where('offer_id', '=', known.id)
    .where('position', '=', 1)
    .executeTakeFirstOrThrow()
  const isSame =
    known.item_number === (await itemOf(db, seller, body)) &&
    known.buyer_username === body.buyer &&
    known.currency === body.price.currency &&
    first.price_minor === minorOf(body.price) &&
    first.units === body.units &&
    first.taken_at.getTime() === Date.parse(body.madeAt)
  if (!isSame) throw new ApiProblem('id-taken', { detail: 'Another offer has this id.' })
}

interface BuyersStep {
  seller: ApiSeller
  known: OfferOut
  body: z.output<typeof offerStepBody>
  now: Date
  limits: OfferLimits
}

const steps = { ACCEPT: 'accept', DECLINE: 'decline', COUNTER: 'counter', WITHDRAW: 'withdraw' } as const

async function takeBuyersStep(db: SellerDb, { seller, known, body, now, limits }: BuyersStep): Promise<void> {
  const takenAt = new Date(body.takenAt)
  if (body.step === 'SEEN') {
    await updateOfSeller(db, 'buyer_offers', seller.id)
      .set({ seen_at: takenAt })
      .where('id', '=', known.id)
      .where('seen_at', 'is', null)
      .execute()
    return
  }
  if (body.price && body.price.currency !== known.currency)
    throw new ApiProblem('wrong-currency', {
      errors: [{ pointer: '/price/currency', detail: 'The offer is in another currency.' }],
    })
  const step = steps[body.step]
  const repeated = await selectOfSeller(db, 'buyer_offer_steps', seller.id)
    .select('position')
    .where('offer_id', '=', known.id)
    .where('step', '=', step)
    .where('actor', '=', 'BUYER')
    .where('taken_at', '=', takenAt)
    .executeTakeFirst()
  if (repeated) return
  // The buyer answers what programs were told; an answer that waits for its undo window is taken back.
  if (canUndo(known, now)) await undoOfferStep(db, { sellerId: seller.id, key: brand(known.offer_key), now })
  const moved = await moveOffer(
    db,
    {
      sellerId: seller.id,
      offer: { id: known.id },
      step,
      by: 'BUYER',
      message: body.message ?? null,
      dueAt: body.expiresAt ? new Date(body.expiresAt) : null,
      now: takenAt,
      ...(body.price
        ? {
            terms: { priceMinor: minorOf(body.price), units: body.units ?? known.units, message: body.message ?? null },
          }
        : {}),
    },
    limits,
  )
  if (moved.ok) {
    await answerByRules(db, { offer: moved.offer, now, limits })
    return
  }
  switch (moved.reason) {
    case 'not-enough-stock':
      throw new ApiProblem('not-enough-stock', { detail: 'Fewer units are left than the offer is for.' })
    case 'not-less':
      throw new ApiProblem('wrong-amount', {
        errors: [{ pointer: '/price', detail: 'It is not less than the listing asked.' }],
      })
    case 'unknown':
      throw new ApiProblem('not-found', { detail: missing })
    default:
      throw new ApiProblem('not-possible-now', { detail: `The offer is ${moved.offer.state}: ${moved.reason}.` })
  }
}

interface Interested {
  sellerId: number
  listingId: number
  buyers: z.output<typeof interestBody>['buyers']
}

async function storeInterest(db: SellerDb, { sellerId, listingId, buyers }: Interested): Promise<void> {
  await deleteOfSeller(db, 'interested_buyers', sellerId).where('listing_id', '=', listingId).execute()
  if (buyers.length === 0) return
  await db
    .insertInto('interested_buyers')
    .values(
      buyers.map(({ buyer, interest: why, since }) => ({
        seller_id: sellerId,
        listing_id: listingId,
        buyer_username: buyer,
        interest: why,
        since: new Date(since),
      })),
    )
    .execute()
}
