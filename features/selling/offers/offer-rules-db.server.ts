import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { noRules, type OfferRules, type OfferToAnswer } from '#features/core/offer/offer-rules.ts'
import { unitCost } from '#features/core/offer/answer-by-rules-db.server.ts'
import type { OfferState } from '#features/core/offer/offer.ts'
import { day } from '#lib/duration.ts'

/** Reads the shop's rules; by default, only the limits of listings answer. */
export async function readOfferRules(db: SellerDb, sellerId: number): Promise<OfferRules> {
  const row = await selectOfSeller(db, 'offer_rules', sellerId).selectAll().executeTakeFirst()
  if (!row) return noRules
  return {
    leastMarginPercent: row.least_margin_percent,
    countersAtMean: row.counters_at_mean,
    restsWhileAway: row.rests_while_away,
  }
}

/** Stores the shop's rules, which answer offers that come in from now on. */
export async function saveOfferRules(db: SellerDb, sellerId: number, rules: OfferRules): Promise<void> {
  const values = {
    least_margin_percent: rules.leastMarginPercent,
    counters_at_mean: rules.countersAtMean,
    rests_while_away: rules.restsWhileAway,
  }
  await db
    .insertInto('offer_rules')
    .values({ seller_id: sellerId, ...values })
    .onConflict((conflict) => conflict.column('seller_id').doUpdateSet(values))
    .execute()
}

/** Days of offers that a dry run looks at, and the most of them. */
export const dryRunDays = 90
const mostOffers = 5_000

export interface PastOffer extends OfferToAnswer {
  key: string
  title: string
  currency: string
  state: OfferState
  madeAt: Date
}

/** First offers of buyers, as they came in, with the limits and costs of today; the latest first. */
export async function readPastOffers(
  db: SellerDb,
  { sellerId, now }: { sellerId: number; now: Date },
): Promise<{ offers: PastOffer[]; isAll: boolean }> {
  const since = new Date(now.getTime() - dryRunDays * day)
  const { rows } = await sql<Omit<PastOffer, 'hasCountered' | 'isAway'>>`
    select b.offer_key as key, l.title, b.currency, b.state, b.made_at as "madeAt", s.price_minor as "priceMinor",
      b.list_price_minor as "listPriceMinor", c.auto_accept_minor as "autoAcceptMinor", c.minimum_offer_minor as "minimumMinor",
      ${unitCost(sellerId, sql`coalesce(b.sku, l.sku)`)} as "costMinor"
    from buyer_offers b
    join buyer_offer_steps s on s.seller_id = ${sellerId} and s.offer_id = b.id and s.position = 1
    join listings l on l.seller_id = ${sellerId} and l.id = b.listing_id
    left join listing_contents c on c.seller_id = ${sellerId} and c.listing_id = b.listing_id
    where b.seller_id = ${sellerId} and b.begun_by = 'BUYER' and b.made_at >= ${since}
    order by b.made_at desc, b.id desc limit ${mostOffers + 1}`.execute(db)
  const offers = rows.slice(0, mostOffers).map((row) => ({ ...row, hasCountered: false, isAway: false }))
  return { offers, isAll: rows.length <= mostOffers }
}
