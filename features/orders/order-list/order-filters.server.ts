import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import { sql } from 'kysely'
import { sameParcelIds } from './same-parcel-db.server.ts'
import { amountWithin, between, isOneOf, within } from '#features/machinery/grid/list-conditions.server.ts'
import { labelled, onlyCurrency } from '#features/machinery/grid/list-model.ts'
import { oneOf } from '#features/machinery/grid/list-query.ts'
import type { FilterValue, ListFilter, Reading, Showing } from '#features/machinery/grid/list.ts'
import { spanOfDays, type Span } from '#features/machinery/grid/span.ts'
import { isBefore, untilOptions, untilPattern } from '#features/machinery/grid/until.server.ts'
import { margins, orderHasMargin } from '#features/core/costs/margin.server.ts'
import { idsFromOffers } from '#features/core/offer/offer-of-line.server.ts'
import { categoryOf } from '#features/core/listing/category-value.ts'
import { categoryName } from '#features/core/listing/taxonomy.ts'
import { defaultDocuments } from '#features/core/order/print-documents.ts'
import { deliveries } from '#features/core/order/delivery.ts'
import { filterValues } from '#lib/grid-query.ts'
import { startOfDay } from '#lib/zoned-time.ts'
import { statusTabs } from './order-tabs.ts'
import {
  dueBounds,
  dueSpan,
  dueStates,
  isUnshipped,
  orderTabs,
  tabFilters,
  unshippedStatuses,
  type OrderStatus,
} from '#features/core/order/order.ts'
import type { Orders } from './orders-list-row.server.ts'
import { placedPeriods, placedSpan } from './placed-periods.ts'
import { buyerKinds, hasCategory, hasProduct, hasSoldRest, isRepeat, isSold, soldRests } from './sold-orders.server.ts'

const restTexts = {
  extras: 'salesReport.extras',
  unlisted: 'salesReport.noListing',
  whole: 'salesReport.whole',
} as const

export const orderFilters = {
  status: {
    kind: 'choice',
    values: statusTabs,
    where: ({ values }, { query }) => {
      const statuses = statusesOf(values)
      return isOneOf('status', filterValues(query, 'shipBy').length > 0 ? statuses.filter(isUnshipped) : statuses)
    },
    kept: { matches: (line, { values }) => statusesOf(values).includes(line.status), indexed: true },
  },
  placed: {
    kind: 'date',
    periods: placedPeriods,
    label: 'word.placed',
    options: labelled(placedPeriods, (period) => `orders.period.${period}`),
    where: (value, { now, zone, policyPack: { deadlines } }) =>
      within('placed_at', placedSpan(value, { now, zone, deadlines })),
  },
  shipBy: {
    kind: 'choice',
    values: dueStates,
    // A single day of the shop, used by links from tasks.
    pattern: /20\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])/,
    label: 'word.shipBy',
    hint: ({ texts }) => texts.t('orders.filter.shipBy.hint'),
    options: shipByOptions,
    where: (value, { query, now, zone }) => [
      // Only unshipped orders are due; a status filter already limits them.
      ...(filterValues(query, 'status').length > 0 ? [] : isOneOf('status', unshippedStatuses)),
      ...within('ship_by', shipBySpan(value, { now, zone })),
    ],
  },
  country: {
    kind: 'choice',
    pattern: /[A-Z]{2}/,
    many: true,
    label: 'word.country',
    options: countryOptions,
    offered: ({ detail }) => detail !== 'none',
    where: ({ values }) => isOneOf('ship_to_country', values),
  },
  total: {
    kind: 'amount',
    isMoney: true,
    label: 'word.total',
    unit: ({ facts }) => onlyCurrency(facts.counts.byStatus),
    hint: ({ facts, texts }) =>
      onlyCurrency(facts.counts.byStatus) === null ? texts.t('orders.filter.total.hint') : undefined,
    offered: ({ hidesAmounts }) => !hidesAmounts,
    where: (value) => amountWithin('total_value', value),
  },
  margin: {
    kind: 'choice',
    values: margins,
    label: 'costs.column.margin',
    options: labelled(margins, (margin) => `costs.margin.${margin}`),
    offered: ({ seesMoney }) => seesMoney,
    where: (value, { sellerId }) => [orderHasMargin(oneOf(margins, value) ?? 'unknown', sellerId)],
  },
  several: {
    kind: 'toggle',
    label: 'orders.filter.several',
    hint: ({ texts }) => texts.t('orders.filter.several.hint'),
    where: () => between('unit_count', { from: 2, to: null }),
  },
  // By one document only: "nothing printed" would match nearly every order forever.
  unprinted: {
    kind: 'choice',
    values: defaultDocuments,
    label: 'orders.filter.unprinted',
    options: labelled(defaultDocuments, (document) => `orders.unprinted.${document}`),
    offered: ({ mayShip }) => mayShip,
    where: ({ values }, { sellerId }) => [
      sql`not exists (select from printed_orders p where p.seller_id = ${sellerId} and p.order_id = o.id
        and p.document = ${values[0]} and ${isUpToDate(sellerId)}
        and (p.document <> 'invoice' or ${isInvoicedWhole(sellerId)}))`,
    ],
  },
  together: {
    kind: 'toggle',
    label: 'orders.filter.together',
    offered: ({ mayShip }) => mayShip,
    where: (_value, { sellerId }) => [sql`o.id in (${sameParcelIds(sellerId)})`],
  },
  tag: {
    kind: 'choice',
    pattern: /[^,]{1,24}/u,
    many: true,
    label: 'word.tag',
    options: ({ facts, query }) =>
      [...new Set([...facts.tags, ...filterValues(query, 'tag')])].map((tag) => ({ value: tag, label: tag })),
    where: ({ values }, { sellerId }) => [
      sql`exists (select from order_tags t where t.seller_id = ${sellerId} and t.order_id = o.id
        and t.tag = any (${[...values]}::text[]))`,
    ],
  },
  unread: {
    kind: 'toggle',
    label: 'orders.filter.unread',
    offered: ({ mayTalk }) => mayTalk,
    where: (_value, { sellerId }) => [
      sql`exists (select from conversations c where c.seller_id = ${sellerId} and c.order_id = o.id and c.is_unread)`,
    ],
  },
  noted: {
    kind: 'toggle',
    label: 'orders.filter.noted',
    offered: ({ mayTalk }) => mayTalk,
    where: (_value, { sellerId }) => [
      sql`exists (select from order_notes n where n.seller_id = ${sellerId} and n.order_id = o.id)`,
    ],
  },
  oversold: {
    kind: 'toggle',
    label: 'word.oversold',
    where: (_value, { sellerId }) => [sql`o.id in (${oversoldIds(sellerId)})`],
  },
  unusable: {
    kind: 'toggle',
    label: 'word.toCheck',
    where: () => [sql`o.unusable is not null`],
  },
  gift: {
    kind: 'toggle',
    label: 'orders.filter.gift',
    where: () => [sql`gift_hides_prices is not null`],
  },
  offer: {
    kind: 'toggle',
    label: 'orders.filter.offer',
    where: (_value, { sellerId }) => [sql`o.id in (${idsFromOffers(sellerId)})`],
  },
  delivery: {
    kind: 'choice',
    values: deliveries,
    label: 'orders.filter.delivery',
    options: labelled(deliveries, (delivery) => `orders.delivery.${delivery}`),
    // A literal, so that the two rare kinds are found by an index of their own.
    where: (value) => [sql`o.delivery = ${sql.lit(oneOf(deliveries, value) ?? 'SHIP')}`],
  },
  // Orders of one buyer; linked from order pages.
  buyer: {
    kind: 'choice',
    pattern: /[^,]{1,64}/u,
    label: 'word.buyer',
    options: ({ query, texts }) =>
      filterValues(query, 'buyer').map((value) => ({ value, label: shownBuyer(value, texts) })),
    onlyWhereSet: true,
    where: ({ values }) => isOneOf('buyer_username', values),
  },
  // The last six are set by links from the figures of sales.
  sold: {
    kind: 'toggle',
    label: 'orders.filter.sold',
    onlyWhereSet: true,
    where: (_value, { sellerId }) => [isSold('o', sellerId)],
  },
  until: {
    kind: 'choice',
    pattern: untilPattern,
    label: 'orders.filter.until',
    options: ({ query, texts }) => untilOptions(filterValues(query, 'until'), texts),
    onlyWhereSet: true,
    where: ({ values }) => isBefore('placed_at', values),
  },
  currency: {
    kind: 'choice',
    pattern: /[A-Z]{3}/,
    label: 'word.currency',
    options: ({ query }) => filterValues(query, 'currency').map((value) => ({ value, label: value })),
    onlyWhereSet: true,
    where: ({ values }) => isOneOf('currency', values),
  },
  category: {
    kind: 'choice',
    pattern: /[^,]{1,200}/u,
    label: 'word.category',
    options: ({ query, texts, taxonomy }) =>
      filterValues(query, 'category').map((value) => ({
        value,
        label: categoryName(taxonomy, categoryOf(value), texts.locale),
      })),
    onlyWhereSet: true,
    where: ({ values }, { sellerId }) => [hasCategory(sellerId, values.map(categoryOf))],
  },
  product: {
    kind: 'choice',
    pattern: /\d{1,12}/,
    label: 'orders.filter.product',
    options: ({ query, texts }) =>
      filterValues(query, 'product').map((epid) => ({ value: epid, label: texts.t('insights.epid', { epid }) })),
    onlyWhereSet: true,
    where: ({ values }, { sellerId }) => [hasProduct(sellerId, values)],
  },
  buyers: {
    kind: 'choice',
    values: buyerKinds,
    label: 'salesReport.by.buyers',
    options: labelled(buyerKinds, (kind) => `orders.buyers.${kind}`),
    onlyWhereSet: true,
    where: ({ values: [kind] }, { sellerId }) =>
      kind === 'new' ? [sql`not ${isRepeat(sellerId)}`] : [isRepeat(sellerId)],
  },
  rest: {
    kind: 'choice',
    values: soldRests,
    label: 'salesReport.rest',
    options: labelled(soldRests, (rest) => restTexts[rest]),
    onlyWhereSet: true,
    where: (value, { sellerId }) => [hasSoldRest(sellerId, oneOf(soldRests, value) ?? 'whole')],
  },
} satisfies Record<string, ListFilter<Orders>>

/** SQL: ids of a seller's oversold orders that still lack stock. */
export const oversoldIds = (seller: unknown) =>
  sql`select order_id from line_items where seller_id = ${seller} and oversold_quantity > 0`

/** SQL: whether printed document `p` of order `o` (only its id is read) shows its current address and lines. */
export const isUpToDate = (
  sellerId: number,
) => sql`(p.document not in ('slip', 'label') or not exists (select from orders changed
  where changed.seller_id = ${sellerId} and changed.id = o.id and case p.document when 'slip' then greatest(changed.address_changed_at, changed.lines_changed_at)
      else changed.address_changed_at end > (select r.printed_at from print_runs r where r.seller_id = ${sellerId} and r.id = p.run_id)))`

/** SQL: whether all lines of the invoiced order `o` (only its id is read) are on invoices: others may be added later. */
export const isInvoicedWhole = (sellerId: number) => sql`not exists (
  select from line_items l where l.seller_id = ${sellerId} and l.order_id = o.id and l.addition is not null and l.position > (
    select coalesce(sum(jsonb_array_length(i.contents -> 'lines')), 0) from invoices i
    where i.seller_id = ${sellerId} and i.order_id = o.id))`

function statusesOf(values: readonly string[]): readonly OrderStatus[] {
  const tab = oneOf(orderTabs, { values })
  return tab ? tabFilters[tab].statuses : []
}

function shipBySpan(value: FilterValue, { now, zone }: Pick<Reading<Orders>, 'now' | 'zone'>): Span | null {
  const due = oneOf(dueStates, value)
  const day = value.values[0] ?? null
  return due ? dueSpan(due, dueBounds(now, zone)) : spanOfDays({ from: day, to: day }, zone)
}

function shipByOptions({ query, texts, zone }: Showing<Orders>) {
  const named = dueStates.map((due) => ({ value: due as string, label: texts.t(`orders.shipBy.${due}`) }))
  const days = filterValues(query, 'shipBy').filter((value) => !named.some((option) => option.value === value))
  return [...named, ...days.map((day) => ({ value: day, label: texts.moment(startOfDay(day, zone), 'day') }))]
}

function countryOptions({ facts, query, texts }: Showing<Orders>) {
  const codes = new Set([...facts.countries, ...filterValues(query, 'country')])
  return [...codes]
    .map((code) => ({ value: code, label: texts.country(code) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, texts.locale === 'de' ? 'de' : 'en'))
}
