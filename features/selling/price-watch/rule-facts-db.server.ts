import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { unitCostOf } from '#features/core/costs/unit-cost.server.ts'
import { isOn, type SaleState } from '#features/core/sale-event/sale-event.ts'
import { dateAt } from '#lib/zoned-time.ts'
import type { PriceRule, RuleFacts } from './price-rule.ts'

interface SaleJson {
  state: SaleState
  from: string
  to: string
}

/** What a rule needs to know of the listing `l`, joined by `ruleFactJoins`. */
export const ruleFactColumns = (sellerId: unknown) => ({
  title: sql<string>`l.title`,
  listing_state: sql<Row<'listings'>['state']>`l.state`,
  listing_format: sql<Row<'listings'>['format']>`l.format`,
  listing_minor: sql<number>`l.price_minor`,
  listing_currency: sql<string>`l.currency`,
  has_variations: sql<boolean>`exists (select from listing_variations v where v.seller_id = ${sellerId} and v.listing_id = l.id)`,
  sales: sql<number | null>`e.sales`,
  typical_minor: sql<number | null>`e.typical_minor`,
  average_minor: sql<number | null>`e.average_minor`,
  counted_at: sql<Date | null>`e.counted_at`,
  unit_cost_minor: sql<
    number | null
  >`coalesce(c.cost_minor, ${unitCostOf(sellerId, { sku: sql`l.sku`, currency: sql`l.currency` })})`,
  /** Limits for offers are below the price. */
  above_offers_minor: sql<number>`case when c.best_offer then greatest(c.minimum_offer_minor, c.auto_accept_minor, -1) + 1 else 0 end`,
  given: sql<readonly SaleJson[] | null>`(
    select json_agg(json_build_object('state', s.state, 'from', p.starts_at, 'to', p.ends_at))
    from sale_prices p join sale_events s on s.seller_id = ${sellerId} and s.id = p.sale_id
    where p.seller_id = ${sellerId} and p.listing_id = l.id and s.state in ('SCHEDULED', 'RUNNING'))`,
  /** Of the last day on which its rule changed it. */
  last_day: sql<{ day: string; changes: number; minor: number } | null>`(
    select json_build_object('day', h.day, 'changes', h.nth, 'minor', h.day_minor) from price_rule_changes h
    where h.seller_id = ${sellerId} and h.listing_id = l.id order by h.day desc, h.nth desc limit 1)`,
})

export const ruleFactJoins = (sellerId: unknown): RawBuilder<unknown> => sql`
  left join listing_contents c on c.seller_id = ${sellerId} and c.listing_id = l.id
  left join listing_evidence e on e.seller_id = ${sellerId} and e.listing_id = l.id and l.price_place <> 'none'`

type Columns = ReturnType<typeof ruleFactColumns>
export type RuleFactRow = { [Name in keyof Columns]: Columns[Name] extends RawBuilder<infer Value> ? Value : never }

/** Facts at a moment; days are those of the shop's zone. */
export function ruleFacts(row: RuleFactRow, { now, zone }: { now: Date; zone: string }): RuleFacts {
  const { sales, typical_minor: typicalMinor, average_minor: averageMinor, counted_at: countedAt, last_day: last } = row
  const isToday = last?.day === dateAt(now, zone)
  return {
    now,
    currency: row.listing_currency,
    state: row.listing_state,
    format: row.listing_format,
    hasVariations: row.has_variations,
    isOnSale: (row.given ?? []).some(({ state, from, to }) =>
      isOn({ state, startsAt: new Date(from), endsAt: new Date(to) }, now),
    ),
    priceMinor: row.listing_minor,
    evidence:
      sales === null || typicalMinor === null || averageMinor === null || countedAt === null
        ? null
        : { sales, typicalMinor, averageMinor, countedAt },
    unitCostMinor: row.unit_cost_minor,
    aboveOffersMinor: row.above_offers_minor,
    today: last && isToday ? { changes: last.changes, firstMinor: last.minor } : { changes: 0, firstMinor: 0 },
  }
}

export type StoredRule = PriceRule & Pick<Row<'price_rules'>, 'state' | 'currency' | 'made_by'>

export interface RuledListing extends RuleFactRow {
  id: number
  item: string
  rule: StoredRule | null
}

/** Reads listings with their rules, by id. */
export async function readRuledListings(
  db: SellerDb,
  sellerId: number,
  which: RawBuilder<unknown>,
): Promise<RuledListing[]> {
  const columns = Object.entries(ruleFactColumns(sellerId)).map(([name, value]) => sql`${value} as ${sql.id(name)}`)
  const { rows } = await sql<RuledListing>`
    select l.id, l.item_number as item, case when r.id is not null then to_json(r) end as rule, ${sql.join(columns)}
    from listings l left join price_rules r on r.seller_id = ${sellerId} and r.id = l.id ${ruleFactJoins(sellerId)}
    where l.seller_id = ${sellerId} and ${which} order by l.id`.execute(db)
  return rows
}
