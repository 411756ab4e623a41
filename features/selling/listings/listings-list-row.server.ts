import { sql } from 'kysely'
import type { ListTypes, RowHead, Showing } from '#features/machinery/grid/list.ts'
import { rowSource, type RowOf } from '#features/machinery/grid/row-source.server.ts'
import { factsOf, listingStep } from '#features/core/listing/listing-states.ts'
import type { AwayChoice } from '#features/core/time-away/time-away.ts'
import type { stateWords } from '#features/core/listing/listing-words.ts'
import type { ListingTab } from '#features/core/listing/listing.ts'
import { minute } from '#lib/duration.ts'
import type { GridCell } from '#shui/grid/grid-model.ts'
import type { Texts } from '#texts/texts.ts'
import { paths, withQuery } from '#web/paths.ts'
import type { StateCountRow } from './listing-counts-db.server.ts'
import { typedValue, type EditColumn } from './listing-edit.ts'
import { tabSteps } from './listings-bulk.ts'

/** Columns read for the list. */
export const listingRows = rowSource('listings', {
  columns: `
    id, item_number, state, end_reason, title, sku, category, condition, format, price_minor, currency,
    quantity_available, quantity_sold, watchers, views_30d, starts_at, ends_at, ended_at, created_at, last_sold_at,
    out_of_stock_since, version`,
  others: ({ sellerId }) => ({
    image_url: sql<string | null>`coalesce(o.image_url, p.image_url)`,
    epid: sql<string | null>`p.epid`,
    gtin: sql<string | null>`p.gtin`,
    profit_minor: sql<number | null>`y.profit_minor`,
    profit_cost_minor: sql<number | null>`y.cost_minor`,
    margin_bps: sql<
      number | null
    >`case when y.revenue_minor > 0 then round(y.profit_minor * 10000.0 / y.revenue_minor)::bigint end`,
    is_relisted: sql<boolean>`exists (select from listings c where c.seller_id = ${sellerId} and c.relisted_from = o.id)`,
    has_condition: sql<boolean>`not exists (
      select from listing_drafts d where o.state = 'DRAFT' and d.seller_id = ${sellerId} and d.listing_id = o.id
        and coalesce(d.typed ->> 'condition', '') = '')`,
    away_from: sql<string | null>`w.away_from`,
    away_to: sql<string | null>`w.away_to`,
    away_listings: sql<AwayChoice>`w.away_listings`,
    is_away_exception: sql<boolean>`exists (select from away_exceptions e where e.seller_id = ${sellerId} and e.listing_id = o.id)`,
  }),
  join: ({ sellerId }) => sql`left join products p on p.id = o.product_id
    join sellers w on w.id = ${sellerId}
    left join listing_profits y on y.seller_id = ${sellerId} and y.listing_id = o.id and y.currency = o.currency and y.units > 0`,
})

/** A listing in the list. */
export type ListingRow = RowOf<typeof listingRows>

/** The types of the list of listings. */
export interface Listings extends ListTypes {
  row: ListingRow
  /** Each tab is a page of its own. */
  place: { tab: ListingTab; mayEdit: boolean; seesMoney: boolean }
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

/** Steps the state table refuses for this row. A draft's completeness is checked when publishing. */
export function cannotOf(row: ListingRow, tab: ListingTab, now: Date): string {
  const facts = { ...factsOf(row, now), startsAt: new Date(now.getTime() + minute), isRelisted: row.is_relisted }
  return tabSteps[tab].filter((step) => !listingStep(row.state, step, facts).ok).join(' ')
}

const revise = {
  id: 'revise',
  label: 'listings.step.revise',
  href: (itemId: string) => paths.listingForm({ mode: 'ReviseItem', itemId }),
} as const

/** The most frequent step per tab; drafts open in their form. */
const drawnSteps = {
  active: ['hold', 'release', 'end'],
  drafts: ['publish', 'discard'],
  scheduled: ['publish', 'unschedule'],
  ended: ['relist', 'sellSimilar'],
} as const satisfies { [Tab in ListingTab]: readonly (typeof tabSteps)[Tab][number][] }

/** Swipe actions of a tab's rows. */
export const drawnOf = (tab: ListingTab) =>
  tab === 'active' || tab === 'scheduled' ? [revise, ...drawnSteps[tab]] : drawnSteps[tab]

/** An editable cell; null if it cannot be edited. */
export function editable(column: EditColumn, row: ListingRow, { place, texts }: Showing<Listings>): GridCell {
  if (!place.mayEdit || row.state === 'DRAFT' || row.state === 'ENDED') return null
  const text =
    column === 'price'
      ? texts.money({ minor: row.price_minor, currency: row.currency })
      : texts.number(row.quantity_available)
  return { kind: 'edit', text, value: typedValue(column, row, texts), version: row.version }
}
