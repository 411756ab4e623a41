import { sql } from 'kysely'
import { kitCost } from '#features/core/costs/unit-cost.server.ts'
import { moneyCell } from '#features/machinery/grid/cells.ts'
import type { ListTypes, RowHead, Showing } from '#features/machinery/grid/list.ts'
import { rowSource, type RowOf } from '#features/machinery/grid/row-source.server.ts'
import { factsOf, listingStep } from '#features/core/listing/listing-states.ts'
import type { SaleState } from '#features/core/sale-event/sale-event.ts'
import { presentOrNext } from '#features/core/sale-event/sale-price.ts'
import type { AwayChoice } from '#features/core/time-away/time-away.ts'
import type { stateWords } from '#features/core/listing/listing-words.ts'
import type { ListingTab } from '#features/core/listing/listing.ts'
import { minute } from '#lib/duration.ts'
import { toDecimal } from '#lib/money.ts'
import type { GridCell } from '#shui/grid/grid-model.ts'
import type { Texts } from '#texts/texts.ts'
import { paths, withQuery } from '#web/paths.ts'
import type { StateCountRow } from './listing-counts-db.server.ts'
import { evidenceDays } from '#features/selling/product-summary/product-summary.ts'
import { fewSales } from '#features/selling/price-watch/price-watch.ts'
import { typedValue, type EditColumn } from './listing-edit.ts'
import type { CutRow } from '#features/core/sale-event/cut-words.ts'
import { tabSteps } from './listings-bulk.ts'

/** Shown for empty input. */
export const none = '–'

export const listingRows = rowSource('listings', {
  columns: `
    id, item_number, state, end_reason, title, sku, category, condition, format, price_minor, currency,
    quantity_available, quantity_sold, watchers, views_30d, starts_at, ends_at, ended_at, created_at, last_sold_at,
    out_of_stock_since, version, is_kit, evidence_low_minor, evidence_high_minor, price_place`,
  others: ({ sellerId }) => ({
    image_url: sql<string | null>`coalesce(o.image_url, p.image_url)`,
    epid: sql<string | null>`p.epid`,
    gtin: sql<string | null>`p.gtin`,
    hs_code: sql<string | null>`d.hs_code`,
    origin_country: sql<string | null>`d.origin_country`,
    customs_description: sql<string | null>`d.description`,
    customs_value_minor: sql<number | null>`case when d.currency = o.currency then d.value_minor end`,
    unit_cost_minor: sql<
      number | null
    >`case when o.is_kit then ${kitCost(sellerId, { sku: sql`o.sku`, currency: sql`o.currency` })} else k.unit_cost_minor end`,
    cost_stock: sql<number | null>`k.stock_units`,
    /** Grows with each cost that is entered of its SKU. */
    cost_version: sql<number>`(select count(*) from sku_costs c where c.seller_id = ${sellerId} and c.sku = o.sku)`,
    has_variations: sql<boolean>`exists (select from listing_variations v where v.seller_id = ${sellerId} and v.listing_id = o.id)`,
    packaging_minor: sql<number | null>`g.packaging_minor`,
    evidence_sales: sql<number | null>`e.sales`,
    /** In milliseconds, when it was entered. */
    packaging_version: sql<number>`coalesce((extract(epoch from g.since) * 1000)::bigint, 0)`,
    profit_minor: sql<number | null>`y.profit_minor`,
    profit_cost_minor: sql<number | null>`y.cost_minor`,
    margin_bps: sql<
      number | null
    >`case when y.revenue_minor > 0 then round(y.profit_minor * 10000.0 / y.revenue_minor)::bigint end`,
    /** Until when offers that await the seller or the buyer can be answered, in seconds since 1970. */
    open_offers: sql<readonly number[] | null>`(
      select json_agg(extract(epoch from b.due_at)) from buyer_offers b
      where b.seller_id = ${sellerId} and b.listing_id = o.id and b.turn is not null)`,
    /** Prices that sales give it, or a variation of it, the lowest first. */
    sales: sql<readonly GivenJson[] | null>`(
      select json_agg(json_build_object('key', e.sale_key, 'name', e.name, 'state', e.state, 'from', p.starts_at, 'to', p.ends_at,
        'minor', p.price_minor, 'was', p.was_minor) order by p.price_minor, p.sale_id, p.variation)
      from sale_prices p join sale_events e on e.seller_id = ${sellerId} and e.id = p.sale_id
      where p.seller_id = ${sellerId} and p.listing_id = o.id and e.state in ('SCHEDULED', 'RUNNING'))`,
    /** Volume prices, discounts of orders and coupons. */
    discounts: sql<readonly DiscountJson[] | null>`(
      select json_agg(e order by e.starts_at, e.id) from sale_listings m
      join sale_events e on e.seller_id = ${sellerId} and e.id = m.sale_id
      where m.seller_id = ${sellerId} and m.listing_id = o.id and e.kind <> 'PRICE' and e.state in ('SCHEDULED', 'RUNNING'))`,
    is_relisted: sql<boolean>`exists (select from listings c where c.seller_id = ${sellerId} and c.relisted_from = o.id)`,
    has_condition: sql<boolean>`not exists (
      select from listing_drafts d where o.state = 'DRAFT' and d.seller_id = ${sellerId} and d.listing_id = o.id
        and coalesce(d.typed ->> 'condition', '') = '')`,
    /** What it is made of, as `kitText` writes it. */
    parts: sql<string | null>`case when o.is_kit then (
      select string_agg(k.units || ' ' || k.part_sku, '; ' order by k.nth) from kit_parts k
      where k.seller_id = ${sellerId} and k.listing_id = o.id and k.position = 0) end`,
    /** Counted by the shop, or by its parts. */
    is_counted_elsewhere: sql<boolean>`(o.shop_counts or o.is_kit or coalesce(w.stock_owner = 'SHOP', false))`,
    away_from: sql<string | null>`w.away_from`,
    away_to: sql<string | null>`w.away_to`,
    away_listings: sql<AwayChoice>`w.away_listings`,
    is_away_exception: sql<boolean>`exists (select from away_exceptions e where e.seller_id = ${sellerId} and e.listing_id = o.id)`,
  }),
  join: ({ sellerId }) => sql`left join products p on p.id = o.product_id
    join sellers w on w.id = ${sellerId}
    left join listing_packaging g on g.seller_id = ${sellerId} and g.listing_id = o.id
    left join listing_evidence e on e.seller_id = ${sellerId} and e.listing_id = o.id
    left join customs_details d on d.seller_id = ${sellerId} and d.sku = o.sku
    left join costed_skus k on k.seller_id = ${sellerId} and k.sku = o.sku and k.currency = o.currency
    left join listing_profits y on y.seller_id = ${sellerId} and y.listing_id = o.id and y.currency = o.currency and y.units > 0`,
})

export type ListingRow = RowOf<typeof listingRows>

export interface Listings extends ListTypes {
  row: ListingRow
  /** Each tab is a page of its own. */
  place: {
    tab: ListingTab
    mayEdit: boolean
    seesMoney: boolean
    /** Set if the reader may see no prices. */
    hidesAmounts?: boolean
  }
  /** Of all tabs. */
  facts: { counts: readonly StateCountRow[] }
  head: RowHead & { name: string; state: ReturnType<typeof stateWords> }
  count: StateCountRow
  record: ListingRow
}

/** URL of a listing: a draft opens its form for members who may edit. */
export function listingHref(
  { item_number, state }: Pick<ListingRow, 'item_number' | 'state'>,
  { mayEdit, from }: { mayEdit: boolean; from?: string },
): string {
  return state === 'DRAFT' && mayEdit
    ? paths.listingForm({ mode: 'AddItem', draftId: item_number })
    : paths.listing(item_number, from)
}

/** Units sold, linked to the orders. */
export function soldCell({ quantity_sold: n, item_number: q }: ListingRow, texts: Texts): GridCell {
  if (n === 0) return texts.number(n)
  return {
    text: texts.number(n),
    accessibilityText: texts.t('listings.sold.orders', { n }),
    action: { type: 'NAV', URL: withQuery(paths.orders, { q }) },
  }
}

interface DiscountJson extends CutRow {
  name: string
  starts_at: string
  ends_at: string
}

interface GivenJson {
  key: string
  name: string
  state: SaleState
  from: string
  to: string
  minor: number
  was: number | null
}

/** The price of the sale that is on, or of the next; null if there is none. */
export function saleOf({ sales, ...row }: ListingRow, now: Date) {
  const given = (sales ?? []).map(({ from, to, was, ...each }) => ({
    ...each,
    startsAt: new Date(from),
    endsAt: new Date(to),
    wasMinor: was,
  }))
  const sale = presentOrNext(given, now)
  return sale && (row.has_variations || sale.minor < row.price_minor) ? sale : null
}

/** Steps the state table refuses for this row. A draft's completeness is checked when publishing. */
export function cannotOf(row: ListingRow, tab: ListingTab, now: Date): string {
  const facts = { ...factsOf(row, now), startsAt: new Date(now.getTime() + minute), isRelisted: row.is_relisted }
  return tabSteps[tab].filter((step) => !listingStep(row.state, step, facts).ok).join(' ')
}

/** What an item costs; editable unless items that were bought are left, its variations have costs, or its parts. */
export function costCell(row: ListingRow, on: Showing<Listings>): GridCell {
  const { unit_cost_minor: minor, currency, sku, has_variations: isVaried, cost_version: version } = row
  if (sku === null || isVaried) return none
  if (minor === null) return row.is_kit ? none : { kind: 'edit', text: none, value: '', version }
  const money = { minor, currency }
  if ((row.cost_stock ?? 0) > 0 || row.is_kit) return moneyCell(money, on)
  return { kind: 'edit', text: on.texts.money(money), value: on.texts.typed(toDecimal(money)), version }
}

/** Profit of what was sold; says so if the cost of it is not known. */
export function profitCell(row: ListingRow, on: Showing<Listings>): GridCell {
  const { profit_minor: minor, currency, quantity_sold: sold, unit_cost_minor: cost } = row
  if (minor !== null) return moneyCell({ minor, currency }, on)
  return sold > 0 && cost === null ? on.texts.t('costs.unknown') : none
}

/** Packaging of each item, in place of that of an order. */
export function packagingCell(row: ListingRow, { texts }: Showing<Listings>): GridCell {
  const { packaging_minor: minor, currency, packaging_version: version } = row
  if (minor === null) return { kind: 'edit', text: none, value: '', version }
  const money = { minor, currency }
  return { kind: 'edit', text: texts.money(money), value: texts.typed(toDecimal(money)), version }
}

/** An editable cell; null if it cannot be edited. */
export function editable(column: EditColumn, row: ListingRow, { place, texts }: Showing<Listings>): GridCell {
  if (!place.mayEdit || row.state === 'DRAFT' || row.state === 'ENDED') return null
  if (column === 'available' && row.is_counted_elsewhere && row.state !== 'SCHEDULED') return null
  const text =
    column === 'price'
      ? texts.money({ minor: row.price_minor, currency: row.currency })
      : texts.number(row.quantity_available)
  return { kind: 'edit', text, value: typedValue(column, row, texts), version: row.version }
}

/** What its product sold for, and how the price compares. */
export function evidenceCell(row: ListingRow, { texts }: Showing<Listings>): GridCell {
  const { evidence_sales: n, evidence_low_minor: low, evidence_high_minor: high, currency, price_minor: price } = row
  const { price_place: place } = row
  if (place === 'none' || n === null || low === null || high === null) return none
  const { t } = texts
  const money = (minor: number) => texts.money({ minor, currency })
  const range = low === high ? money(low) : t('listings.evidence.range', { low: money(low), high: money(high) })
  return {
    kind: 'two-line',
    main: t(n < fewSales ? 'listings.evidence.sold' : 'listings.evidence.mostly', { n, days: evidenceDays, range }),
    second: t(`listings.evidence.${place}.ask`, { price: money(price) }),
  }
}
