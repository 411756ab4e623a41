import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import { applyPatches } from '#features/selling/listing-changes/apply-patches-db.server.ts'
import { pairs } from '#lib/pairs.ts'
import { dateAt } from '#lib/zoned-time.ts'
import { workBySeller, type SellersWork } from '#web/work-by-seller.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import { rulePrice } from '#features/selling/price-watch/price-rule.ts'
import { readStop } from '#features/selling/price-watch/price-rules-db.server.ts'
import { readRuledListings, ruleFacts } from '#features/selling/price-watch/rule-facts-db.server.ts'

const batch = 500

type Applying = Pick<Hub, 'db' | 'now' | 'config'>

/**
 * Changes prices by the rules of all sellers, each with its line in the log in one transaction. Repeated or at once in two
 * processes it changes each once: a price is changed only from that which the rule saw. Returns the number of prices.
 */
export const applyPriceRules = (hub: Applying, work: SellersWork = {}): Promise<number> =>
  workBySeller(
    hub.db,
    work,
    sql`select distinct seller_id as "sellerId" from price_rules where state = 'ON'`,
    (sellerId) => {
      let after = 0
      return async () => {
        const { changed, next } = await ownRows(hub, sellerId).write((db) => applyPart(db, hub, { sellerId, after }))
        after = next ?? after
        return { done: changed, isLast: next === null }
      }
    },
  )

/** Applies the rules of the next listings by id, unless the seller stopped them. */
async function applyPart(
  db: SellerDb,
  { now: clock, config }: Applying,
  { sellerId, after }: { sellerId: number; after: number },
): Promise<{ changed: number; next: number | null }> {
  if (await readStop(db, sellerId, { holds: true })) return { changed: 0, next: null }
  const now = clock()
  const { time_zone: zone } = await db
    .selectFrom('sellers')
    .select('time_zone')
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow()
  const listings = await readRuledListings(
    db,
    sellerId,
    sql`l.id in (select n.id from price_rules n where n.seller_id = ${sellerId} and n.state = 'ON' and n.id > ${after}
      order by n.id limit ${batch})`,
  )
  const wanted = listings.flatMap((listing) => {
    const { rule } = listing
    if (!rule) return []
    const facts = ruleFacts(listing, { now, zone })
    const outcome = rulePrice(rule, facts)
    return outcome.ok && outcome.minor !== facts.priceMinor ? { listing, rule, facts, outcome } : []
  })
  const outcomes = await applyPatches(db, {
    sellerId,
    patches: wanted.map(({ listing, facts, outcome }) => ({
      listingId: listing.id,
      expected: { price: facts.priceMinor },
      patch: { price: outcome.minor },
    })),
    taxonomy: config.taxonomy,
    limits: config.policyPack.limits,
    now,
  })
  const rows = pairs(wanted, outcomes).flatMap(([{ listing, rule, facts, outcome }, done]) =>
    done.ok
      ? {
          seller_id: sellerId,
          change_key: randomBytes(6).toString('hex'),
          listing_id: listing.id,
          changed_at: now,
          day: dateAt(now, zone),
          nth: facts.today.changes + 1,
          currency: facts.currency,
          before_minor: facts.priceMinor,
          after_minor: outcome.minor,
          basis: rule.basis,
          sales: outcome.sales,
          evidence_minor: outcome.evidenceMinor,
          offset_percent: rule.offset_percent,
          target_minor: outcome.targetMinor,
          floor_minor: outcome.floorMinor,
          ceiling_minor: rule.ceiling_minor,
          day_minor: facts.today.changes > 0 ? facts.today.firstMinor : facts.priceMinor,
          most_changes: rule.most_changes,
          most_percent: rule.most_percent,
        }
      : [],
  )
  await insertRows(db, 'price_rule_changes', rows)
  return { changed: rows.length, next: listings.length < batch ? null : (listings.at(-1)?.id ?? null) }
}
