import { sql } from 'kysely'
import type { ListTypes, RowHead, Showing } from '#features/machinery/grid/list.ts'
import { rowSource, type RowOf } from '#features/machinery/grid/row-source.server.ts'
import { factsOf, listingStep } from '#features/core/listing/listing-states.ts'
import type { stateWords } from '#features/core/listing/listing-words.ts'
import type { ListingTab } from '#features/core/listing/listing.ts'
import { minute } from '#lib/duration.ts'
import type { GridCell } from '#shui/grid/grid-model.ts'
import type { Texts } from '#texts/texts.ts'
import { paths, withQuery } from '#web/paths.ts'
import type { StateCountRow } from './listing-counts-db.server.ts'
import { typedValue, type EditColumn } from './listing-edit.ts'
import { tabSteps } from './listings-bulk.ts'

/** What is read of a listing for the list. */
export const listingRows = rowSource('listings', {
  columns: `
    id, item_number, state, end_reason, title, sku, category, condition, format, price_minor, currency,
    quantity_available, quantity_sold, watchers, views_30d, starts_at, ends_at, ended_at, created_at, last_sold_at,
    out_of_stock_since, version`,
  others: ({ sellerId }) => ({
    image_url: sql<string | null>`coalesce(o.image_url, p.image_url)`,
    epid: sql<string | null>`p.epid`,
    gtin: sql<string | null>`p.gtin`,
    is_relisted: sql<boolean>`exists (select from listings c where c.seller_id = ${sellerId} and c.relisted_from = o.id)`,
    has_condition: sql<boolean>`not exists (
      select from listing_drafts d where o.state = 'DRAFT' and d.seller_id = ${sellerId} and d.listing_id = o.id
        and coalesce(d.typed ->> 'condition', '') = '')`,
  }),
  join: () => sql`left join products p on p.id = o.product_id`,
})

/** A listing as the list shows it. */
export type ListingRow = RowOf<typeof listingRows>

/** The types of the list of listings. */
export interface Listings extends ListTypes {
  row: ListingRow
  /** Each tab is a page of its own. */
  place: { tab: ListingTab; mayEdit: boolean }
  /** Of all tabs. */
  facts: { counts: readonly StateCountRow[] }
  head: RowHead & { name: string; state: ReturnType<typeof stateWords> }
  count: StateCountRow
  record: ListingRow
}

/** Where a listing opens: a draft in its form, for whoever may edit it. */
export function listingHref(
  { item_number, state }: Pick<ListingRow, 'item_number' | 'state'>,
  { mayEdit, from }: { mayEdit: boolean; from?: string },
): string {
  return state === 'DRAFT' && mayEdit
    ? paths.listingForm({ mode: 'AddItem', draftId: item_number })
    : paths.listing(item_number, from)
}

/** What was sold of it, which leads to its orders. */
export function soldCell({ quantity_sold: n, item_number: q }: ListingRow, texts: Texts): GridCell {
  if (n === 0) return texts.number(n)
  return {
    text: texts.number(n),
    accessibilityText: texts.t('listings.sold.orders', { n }),
    action: { type: 'NAV', URL: withQuery(paths.orders, { q }) },
  }
}

/** Steps of the tab that the table of states refuses this row. Whether a draft is complete is judged when it is published. */
export function cannotOf(row: ListingRow, tab: ListingTab, now: Date): string {
  const facts = { ...factsOf(row, now), startsAt: new Date(now.getTime() + minute), isRelisted: row.is_relisted }
  return tabSteps[tab].filter((step) => !listingStep(row.state, step, facts).ok).join(' ')
}

const revise = {
  id: 'revise',
  label: 'listings.step.revise',
  href: (itemId: string) => paths.listingForm({ mode: 'ReviseItem', itemId }),
} as const

/** What is done most with one of them; a draft opens in its form already. */
const drawnSteps = {
  active: ['hold', 'release', 'end'],
  drafts: ['publish', 'discard'],
  scheduled: ['publish', 'unschedule'],
  ended: ['relist', 'sellSimilar'],
} as const satisfies { [Tab in ListingTab]: readonly (typeof tabSteps)[Tab][number][] }

/** What a swipe draws out of a row of a tab. */
export const drawnOf = (tab: ListingTab) =>
  tab === 'active' || tab === 'scheduled' ? [revise, ...drawnSteps[tab]] : drawnSteps[tab]

/** The cell of a value that can be changed in its row; null where it cannot. */
export function editable(column: EditColumn, row: ListingRow, { place, texts }: Showing<Listings>): GridCell {
  if (!place.mayEdit || row.state === 'DRAFT' || row.state === 'ENDED') return null
  const text =
    column === 'price'
      ? texts.money({ minor: row.price_minor, currency: row.currency })
      : texts.number(row.quantity_available)
  return { kind: 'edit', text, value: typedValue(column, row, texts), version: row.version }
}
