import { sql } from 'kysely'
import { unitCostOf } from '#features/core/costs/unit-cost.server.ts'
import { prepared, type SellerDb } from '#db/client.ts'
import { awayPhase, timeAwayOf, type AwayRow } from '#features/core/time-away/time-away.ts'
import { noRules, ruleAnswer, type OfferRules, type OfferToAnswer, type RuleAnswer } from './offer-rules.ts'
import type { OfferRow } from './offer.ts'
import type { OfferLimits } from '#features/core/policy-pack/offer-limits.ts'
import { moveOffer, ofVariation } from './offers-db.server.ts'

interface RuleFacts {
  rules: OfferRules | null
  autoAcceptMinor: number | null
  minimumMinor: number | null
  priceMinor: number
  costMinor: number | null
  hasCountered: boolean
  away: Omit<AwayRow, 'away_set_at'> & { away_set_at: string | null }
}

/**
 * Answers an offer that awaits the seller by the rules of its listing and of the shop, at once; null leaves it to the
 * seller. A counteroffer that the rules cannot make, such as for more than is left, is left, too.
 */
export async function answerByRules(
  db: SellerDb,
  { offer, now, limits }: { offer: OfferRow; now: Date; limits: OfferLimits },
): Promise<OfferRow | null> {
  if (offer.turn !== 'SELLER') return null
  const { rules, facts } = await readRuleFacts(db, offer, now)
  const answer = ruleAnswer(rules, facts)
  if (!answer) return null
  const moved = await moveOffer(db, ruleMove(offer, answer, now), limits)
  return moved.ok ? moved.offer : null
}

const ruleMove = (offer: OfferRow, { step, rule, limitMinor, priceMinor }: RuleAnswer, now: Date) => ({
  sellerId: offer.seller_id,
  offer: { id: offer.id },
  step,
  by: 'SELLER' as const,
  rule: { rule, limitMinor },
  now,
  ...(step === 'counter' ? { terms: { priceMinor, units: offer.units, message: null } } : {}),
})

async function readRuleFacts(
  db: SellerDb,
  offer: OfferRow,
  now: Date,
): Promise<{ rules: OfferRules; facts: OfferToAnswer }> {
  const { seller_id: sellerId, listing_id: listingId } = offer
  const { rows } = await sql<RuleFacts>`${prepared}
    select (select json_build_object('leastMarginPercent', r.least_margin_percent, 'countersAtMean', r.counters_at_mean,
        'restsWhileAway', r.rests_while_away) from offer_rules r where r.seller_id = ${sellerId}) as rules,
      c.auto_accept_minor as "autoAcceptMinor", c.minimum_offer_minor as "minimumMinor",
      coalesce(${ofVariation(offer, sql`v.price_minor`)}, l.price_minor) as "priceMinor",
      ${unitCost(sellerId, sql`coalesce(${offer.sku}::text, l.sku)`)} as "costMinor",
      exists (select from buyer_offers b join buyer_offer_steps s on s.seller_id = ${sellerId} and s.offer_id = b.id
        where b.seller_id = ${sellerId} and b.listing_id = l.id and b.buyer_username = ${offer.buyer_username}
          and s.step = 'counter' and s.actor <> 'BUYER') as "hasCountered",
      (select json_build_object('away_from', o.away_from, 'away_to', o.away_to, 'away_message', o.away_message,
        'away_listings', o.away_listings, 'away_set_at', o.away_set_at, 'time_zone', o.time_zone)
        from sellers o where o.id = ${sellerId}) as away
    from listings l left join listing_contents c on c.seller_id = ${sellerId} and c.listing_id = l.id
    where l.seller_id = ${sellerId} and l.id = ${listingId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`listing ${listingId} of an offer is gone`)
  const { rules, away, priceMinor: listPriceMinor, ...facts } = row
  const time = timeAwayOf({ ...away, away_set_at: away.away_set_at === null ? null : new Date(away.away_set_at) })
  const isAway = time !== null && awayPhase(time, now, away.time_zone) === 'present'
  return { rules: rules ?? noRules, facts: { ...facts, priceMinor: offer.price_minor, listPriceMinor, isAway } }
}

/** Cost of a unit of a SKU in the listing's currency, of a listing `l` with its content `c`; null if unknown. */
export const unitCost = (sellerId: number, sku: ReturnType<typeof sql>) => sql<number | null>`coalesce(
  c.cost_minor, ${unitCostOf(sellerId, { sku, currency: sql`l.currency` })})`
