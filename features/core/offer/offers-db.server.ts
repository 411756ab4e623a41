import { deleteOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { NewRow } from '#db/schema.ts'
import type { OfferRuleFacts } from '#db/tables/offers.ts'
import type { ItemNumber } from '#features/core/listing/listing.ts'
import { lockStock } from '#features/core/listing/lock-stock-db.server.ts'
import { namedVariation, variationWords } from '#features/core/listing/sold-variation.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { pairs } from '#lib/pairs.ts'
import {
  canUndo,
  nextOfferState,
  toldOf,
  type OfferKey,
  type OfferParty,
  type OfferRefusal,
  type OfferRow,
  type OfferStep,
} from './offer.ts'
import type { OfferLimits } from '#features/core/policy-pack/offer-limits.ts'

/** Price of a unit and units, with the words that go with them. */
export interface OfferTerms {
  priceMinor: number
  units: number
  message: string | null
}

export interface NewOffer extends OfferTerms {
  sellerId: number
  begunBy: OfferParty
  /** The marketplace's id of it; null of one that the seller sends. */
  externalId: string | null
  item: ItemNumber
  sku: string | null
  variation: readonly string[] | null
  buyer: string
  currency: string
  mayCounter: boolean
  madeAt: Date
  dueAt: Date
  memberName: string | null
  tellAt: Date | null
  now: Date
}

export type NewOfferOutcome =
  | { ok: true; offer: OfferRow }
  | {
      ok: false
      reason:
        | 'no-such-listing'
        | 'no-such-variation'
        | 'takes-no-offers'
        | 'not-on-sale'
        | 'other-currency'
        | 'not-less'
        | 'not-enough-stock'
        | 'too-many'
    }

interface OfferedItem {
  id: number
  state: string
  format: string
  currency: string
  priceMinor: number
  available: number
  takesOffers: boolean
  /** Kits hold no units for an offer. */
  isKit: boolean
  variations: { sku: string | null; values: string[]; priceMinor: number; quantity: number }[]
}

/** What an offer for a listing is checked against; null if the seller has no such listing. Drafts are none. */
export async function readOfferedItem(db: SellerDb, sellerId: number, item: ItemNumber): Promise<OfferedItem | null> {
  const { rows } = await sql<OfferedItem>`
    select l.id, l.state, l.format, l.currency, l.price_minor as "priceMinor", l.quantity_available as available,
      coalesce((select c.best_offer from listing_contents c where c.seller_id = ${sellerId} and c.listing_id = l.id), false) as "takesOffers",
      exists (select from kit_parts k where k.seller_id = ${sellerId} and k.listing_id = l.id) as "isKit",
      coalesce((
        select json_agg(json_build_object('sku', v.sku, 'values', v.axis_values, 'priceMinor', v.price_minor, 'quantity', v.quantity)
          order by v.position)
        from listing_variations v where v.seller_id = ${sellerId} and v.listing_id = l.id
      ), '[]') as variations
    from listings l where l.seller_id = ${sellerId} and l.item_number = ${item} and l.state <> 'DRAFT'`.execute(db)
  return rows[0] ?? null
}

/** Makes an offer of a buyer, or sends one to a buyer. */
export async function makeOffer(db: SellerDb, made: NewOffer, limits: OfferLimits): Promise<NewOfferOutcome> {
  const { sellerId, item, sku, variation: values, buyer, units, priceMinor } = made
  const listing = await readOfferedItem(db, sellerId, item)
  if (!listing) return { ok: false, reason: 'no-such-listing' }
  const variation = namedVariation(listing.variations, { sku, values })
  if (listing.variations.length > 0 ? !variation : values !== null) return { ok: false, reason: 'no-such-variation' }
  if (listing.format !== 'FIXED_PRICE' || listing.isKit || (made.begunBy === 'BUYER' && !listing.takesOffers))
    return { ok: false, reason: 'takes-no-offers' }
  if (listing.state !== 'ACTIVE') return { ok: false, reason: 'not-on-sale' }
  if (listing.currency !== made.currency) return { ok: false, reason: 'other-currency' }
  const listPriceMinor = variation?.priceMinor ?? listing.priceMinor
  if (priceMinor >= listPriceMinor) return { ok: false, reason: 'not-less' }
  if (units > Math.min(listing.available, variation?.quantity ?? listing.available))
    return { ok: false, reason: 'not-enough-stock' }
  if (made.begunBy === 'BUYER') {
    // One at a time counts the offers of a buyer.
    await sql`select from listings where seller_id = ${sellerId} and id = ${listing.id} for no key update`.execute(db)
    const { count } = await selectOfSeller(db, 'buyer_offers', sellerId)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('listing_id', '=', listing.id)
      .where('buyer_username', '=', buyer)
      .where('begun_by', '=', 'BUYER')
      .executeTakeFirstOrThrow()
    if (count >= limits.perBuyer) return { ok: false, reason: 'too-many' }
  }
  const [offer] = await insertOffers(db, [made], { id: listing.id, variation: variation ?? null, listPriceMinor })
  return { ok: true, offer: assertDefined(offer, 'it was inserted') }
}

/** Inserts offers of a listing that was checked, each with its first step. */
export async function insertOffers(
  db: SellerDb,
  all: readonly NewOffer[],
  {
    id,
    variation,
    listPriceMinor,
  }: { id: number; variation: OfferedItem['variations'][number] | null; listPriceMinor: number },
): Promise<OfferRow[]> {
  const offers = await db
    .insertInto('buyer_offers')
    .values(
      all.map((made) => ({
        seller_id: made.sellerId,
        external_id: made.externalId,
        listing_id: id,
        variation: variation ? variationWords(variation.values) : null,
        sku: variation?.sku ?? null,
        buyer_username: made.buyer,
        begun_by: made.begunBy,
        state: 'OPEN' as const,
        currency: made.currency,
        price_minor: made.priceMinor,
        units: made.units,
        message: made.message,
        list_price_minor: listPriceMinor,
        may_counter: made.mayCounter,
        made_at: made.madeAt,
        changed_at: made.madeAt,
        due_at: made.dueAt,
        // An offer that is taken back before it is told was never there.
        tell_at: made.tellAt,
        told: made.tellAt && JSON.stringify({}),
      })),
    )
    .returningAll()
    .execute()
  const steps = pairs(offers, all).map(([offer, made]) =>
    stepRow(offer, 1, { step: made.begunBy === 'BUYER' ? 'make' : 'send', ...made, by: made.begunBy, at: made.madeAt }),
  )
  await db.insertInto('buyer_offer_steps').values(steps).execute()
  return offers
}

interface TakenStep {
  step: OfferStep | 'make' | 'send'
  by: OfferParty | 'HUB'
  memberName?: string | null
  rule?: OfferRuleFacts | null
  at: Date
  tellAt?: Date | null
}

const stepRow = (
  offer: OfferRow,
  position: number,
  { step, by, memberName, rule, at, tellAt }: TakenStep,
): NewRow<'buyer_offer_steps'> => ({
  seller_id: offer.seller_id,
  offer_id: offer.id,
  position,
  step,
  actor: by,
  member_name: memberName ?? null,
  rule: rule ? JSON.stringify(rule) : null,
  state: offer.state,
  price_minor: offer.price_minor,
  units: offer.units,
  message: offer.message,
  due_at: offer.due_at,
  taken_at: at,
  tell_at: tellAt ?? null,
})

async function addStep(db: SellerDb, offer: OfferRow, taken: TakenStep) {
  const { last } = await selectOfSeller(db, 'buyer_offer_steps', offer.seller_id)
    .select(({ fn }) => fn.max<number | null>('position').as('last'))
    .where('offer_id', '=', offer.id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('buyer_offer_steps')
    .values(stepRow(offer, (last ?? 0) + 1, taken))
    .execute()
}

export interface OfferMove {
  sellerId: number
  offer: { id: number } | { key: OfferKey }
  step: OfferStep
  by: OfferParty | 'HUB'
  /** Of a counteroffer. */
  terms?: OfferTerms
  /** Words beside another answer. */
  message?: string | null
  /** Until when a counteroffer stands, or an accepted offer is to be paid; default: by the policy pack. */
  dueAt?: Date | null
  memberName?: string | null
  rule?: OfferRuleFacts | null
  now: Date
  /** Version that the answer is based on; null: whichever. */
  version?: number | null
  /** From when programs are told; until then it can be undone. Null: at once. */
  tellAt?: Date | null
}

export type MoveOutcome =
  | { ok: true; offer: OfferRow }
  | { ok: false; reason: 'unknown' }
  | { ok: false; reason: OfferRefusal | 'changed' | 'not-enough-stock' | 'not-less'; offer: OfferRow }

export async function lockOffer(db: SellerDb, sellerId: number, named: OfferMove['offer']): Promise<OfferRow | null> {
  const found = selectOfSeller(db, 'buyer_offers', sellerId).selectAll().forNoKeyUpdate()
  const one = 'id' in named ? found.where('id', '=', named.id) : found.where('offer_key', '=', named.key)
  return (await one.executeTakeFirst()) ?? null
}

/** Takes a step of an offer; all but those of its listing and order go through here. Locks the listing, then the offer. */
export async function moveOffer(db: SellerDb, move: OfferMove, limits: OfferLimits): Promise<MoveOutcome> {
  const { sellerId, step, by, now, terms } = move
  await lockListingOf(db, move)
  const offer = await lockOffer(db, sellerId, move.offer)
  if (!offer) return { ok: false, reason: 'unknown' }
  if (move.version != null && move.version !== offer.version) return { ok: false, reason: 'changed', offer }
  const taken = nextOfferState(offer, step, { by, now })
  if (!taken.ok) return { ok: false, reason: taken.reason, offer }
  if (step === 'counter' && !isLess(offer, terms)) return { ok: false, reason: 'not-less', offer }
  const wanted = step === 'accept' ? offer.units : step === 'counter' ? (terms?.units ?? 0) : 0
  if (wanted > 0 && wanted > (await unitsLeft(db, offer))) return { ok: false, reason: 'not-enough-stock', offer }
  const dueAt =
    step === 'accept'
      ? (move.dueAt ?? new Date(now.getTime() + limits.payWithin))
      : step === 'counter'
        ? (move.dueAt ?? new Date(now.getTime() + limits.stands))
        : null
  const changed = await sql<OfferRow>`
    update buyer_offers set state = ${taken.next}, due_at = ${dueAt}, changed_at = ${now}, version = version + 1,
      price_minor = ${terms?.priceMinor ?? offer.price_minor}, units = ${terms?.units ?? offer.units},
      message = ${terms ? terms.message : (move.message ?? null)}, tell_at = ${move.tellAt ?? null},
      told = ${move.tellAt ? JSON.stringify(toldOf(offer)) : null}::jsonb
    where seller_id = ${sellerId} and id = ${offer.id} returning *`.execute(db)
  const moved = assertDefined(changed.rows[0], 'it is locked')
  // An answer that is not told yet is told before the steps that follow it.
  const tellAt = move.tellAt ?? (canUndo(offer, now) ? offer.tell_at : null)
  await addStep(db, moved, { ...move, tellAt, by: move.rule ? 'HUB' : by, at: now })
  return { ok: true, offer: moved }
}

/** Stock is locked before offers, as orders do. */
async function lockListingOf(db: SellerDb, { sellerId, offer }: OfferMove): Promise<void> {
  const which = 'id' in offer ? sql`id = ${offer.id}` : sql`offer_key = ${offer.key}`
  const { rows } = await sql<{ listing_id: number }>`
    select listing_id from buyer_offers where seller_id = ${sellerId} and ${which}`.execute(db)
  await lockStock(
    db,
    sellerId,
    rows.map((row) => row.listing_id),
  )
}

/** Counteroffers of both sides stay below what the listing asked. */
const isLess = (offer: OfferRow, terms: OfferTerms | undefined) =>
  terms !== undefined && terms.priceMinor < offer.list_price_minor && terms.priceMinor > 0

/** A column of the variation `v` that an offer of the listing `l` is for, as in `soldVariation`; null if it is for none. */
export const ofVariation = ({ seller_id: sellerId, variation, sku }: OfferRow, column: RawBuilder<unknown>) => sql`(
  select ${column} from listing_variations v
  where v.seller_id = ${sellerId} and v.listing_id = l.id
    and (array_to_string(v.axis_values, ', ') = ${variation} or v.sku = ${sku})
  order by array_to_string(v.axis_values, ', ') = ${variation} desc limit 1)`

/** Units that are left to promise; the database checks them again (`hold_offered_units`). */
async function unitsLeft(db: SellerDb, offer: OfferRow): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select case when l.shop_counts and not l.shares_stock then l.quantity_available - coalesce((
        select sum(b.held_units) from buyer_offers b where b.seller_id = ${offer.seller_id} and b.listing_id = l.id), 0)
      else least(l.quantity_available, coalesce(${ofVariation(offer, sql`v.quantity`)}, l.quantity_available)) end::integer as units
    from listings l where l.seller_id = ${offer.seller_id} and l.id = ${offer.listing_id}`.execute(db)
  return rows[0]?.units ?? 0
}

export type UndoOutcome = { ok: true; offer: OfferRow | null } | { ok: false; reason: 'unknown' | 'told-already' }

/** Takes back the seller's last answer while the buyer has not been told; an offer that was sent is gone. */
export async function undoOfferStep(
  db: SellerDb,
  { sellerId, key, now }: { sellerId: number; key: OfferKey; now: Date },
): Promise<UndoOutcome> {
  await lockListingOf(db, { sellerId, offer: { key }, step: 'expire', by: 'HUB', now })
  const offer = await lockOffer(db, sellerId, { key })
  if (!offer) return { ok: false, reason: 'unknown' }
  if (!canUndo(offer, now) || offer.told === null) return { ok: false, reason: 'told-already' }
  await sql`
    delete from buyer_offer_steps s where s.seller_id = ${sellerId} and s.offer_id = ${offer.id} and s.position = (
      select max(position) from buyer_offer_steps where seller_id = ${sellerId} and offer_id = ${offer.id})`.execute(db)
  const { told } = offer
  if (told.state === undefined) {
    await deleteOfSeller(db, 'buyer_offers', sellerId).where('id', '=', offer.id).execute()
    return { ok: true, offer: null }
  }
  const restored = await sql<OfferRow>`
    update buyer_offers set state = ${told.state}, price_minor = ${told.price_minor}, units = ${told.units}, message = ${told.message},
      changed_at = ${told.changed_at}, due_at = ${told.due_at}, tell_at = null, told = null, version = version + 1
    where seller_id = ${sellerId} and id = ${offer.id} returning *`.execute(db)
  return { ok: true, offer: assertDefined(restored.rows[0], 'it is locked') }
}
