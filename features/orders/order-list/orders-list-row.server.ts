import { sql } from 'kysely'
import { trackingLink } from '#features/core/carrier/carrier.ts'
import { offeredLess } from '#features/core/offer/offer-of-line.server.ts'
import type { ListTypes, RowHead, Showing } from '#features/machinery/grid/list.ts'
import { rowSource, type RowOf } from '#features/machinery/grid/row-source.server.ts'
import { awaitedStep, awaitsShipment, type Delivery } from '#features/core/order/delivery.ts'
import { isUnshipped, tabFilters, type DueBounds, type OrderStatus, type OrderTab } from '#features/core/order/order.ts'
import type { GridCell } from '#shui/grid/grid-model.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import type { addressDetail } from '#web/roles.ts'
import type { OrderCounts, StatusCountRow } from './order-counts-db.server.ts'
import type { StateWords } from './order-words.ts'
import type { ExportRow } from './orders-file.server.ts'

/** Columns read for the list; `l` is the order's first line that is not cancelled. */
export const orderRows = rowSource('orders', {
  columns: `
    id, order_number, external_id, placed_at, paid_at, ship_by, shipped_at, buyer_username, ship_to_country, shipping_service,
    buyer_note, gift_message, gift_hides_prices, currency, total_minor, line_count, unit_count`,
  others: ({ sellerId }) => ({
    status: sql<OrderStatus>`o.status`,
    delivery: sql<Delivery>`o.delivery`,
    title: sql<string | null>`l.title`,
    sku: sql<string | null>`l.sku`,
    image_url: sql<string | null>`coalesce(i.image_url, p.image_url)`,
    parcels: sql<readonly { carrier: string; number: string }[]>`array(
      select json_build_object('carrier', s.carrier, 'number', s.tracking_number) from shipments s
      where s.seller_id = ${sellerId} and s.order_id = o.id and s.tracking_number is not null order by s.id)`,
    oversold: sql<number>`(select coalesce(sum(x.oversold_quantity), 0)::integer from line_items x
      where x.seller_id = ${sellerId} and x.order_id = o.id)`,
    tags: sql<string[]>`array(
      select t.tag from order_tags t where t.seller_id = ${sellerId} and t.order_id = o.id order by t.tag)`,
    private_note: sql<string | null>`(
      select n.note from order_notes n where n.seller_id = ${sellerId} and n.order_id = o.id)`,
    /** Orders of the same buyer, counted up to 100. */
    buyer_orders: sql<number>`(select count(*) from (
      select from orders b where b.seller_id = ${sellerId} and b.buyer_username = o.buyer_username limit 100) counted)`,
    offered_less: offeredLess(sellerId),
    profit_minor: sql<number | null>`y.profit_minor`,
    margin_bps: sql<number | null>`y.margin_bps`,
    messages: sql<number>`(
      select count(*) from conversation_messages m where m.seller_id = ${sellerId} and m.order_id = o.id)`,
    is_unread: sql<boolean>`exists (
      select from conversations c where c.seller_id = ${sellerId} and c.order_id = o.id and c.is_unread)`,
  }),
  join: ({ sellerId }) => sql`
    left join lateral (
      select title, sku, listing_id, product_id from line_items
      where seller_id = ${sellerId} and order_id = o.id order by cancelled_quantity >= quantity, position limit 1
    ) l on true
    left join listings i on i.seller_id = ${sellerId} and i.id = l.listing_id
    left join products p on p.id = l.product_id
    left join order_profits y on y.seller_id = ${sellerId} and y.order_id = o.id`,
})

export type OrderRow = RowOf<typeof orderRows>

interface OrdersFacts {
  counts: OrderCounts
  bounds: DueBounds
  /** Empty if the reader may not see addresses. */
  countries: readonly string[]
  tags: readonly string[]
}

export interface Orders extends ListTypes {
  row: OrderRow
  /**
   * Readers without addresses see no buyer notes, which may contain them, and cannot filter by country. Unshipped tabs
   * show the ship-by time in place of the status.
   */
  place: {
    detail: ReturnType<typeof addressDetail>
    tab: OrderTab
    mayShip: boolean
    mayTalk: boolean
    mayRefund: boolean
    seesMoney: boolean
    hidesAmounts?: boolean
    /** Whether the list is narrowed to orders that are collected. */
    collects?: boolean
  }
  facts: OrdersFacts
  head: RowHead & { item: string; country: string | null; status: StateWords; due: StateWords | null }
  count: StatusCountRow
  record: ExportRow
}

/**
 * Cell: a link to ship the order or hand it over if it awaits that and the reader may; otherwise its first tracking
 * link and the number of others.
 */
export function parcelCell(row: OrderRow, { carriers = [], texts: { t }, place, from }: Showing<Orders>): GridCell {
  const { order_number: number, parcels } = row
  const step = place.mayShip ? awaitedStep(row) : null
  if (step === 'hand-over')
    return {
      text: t('orders.row.handOver'),
      accessibilityText: t('orders.row.handOverThis', { number }),
      action: { type: 'NAV', URL: paths.handOver(number, from) },
    }
  // Also for partly shipped orders, whose numbers are on their page.
  if (step === 'ship') {
    return {
      text: t('word.ship'),
      accessibilityText: t('orders.row.shipThis', { number }),
      action: { type: 'NAV', URL: paths.shipOrder(number, from) },
    }
  }
  const [parcel, ...more] = parcels
  if (!parcel) return null
  const url = trackingLink(carriers, { carrier: parcel.carrier, trackingNumber: parcel.number })
  const action = url === null ? {} : { action: { type: 'NAV', URL: url, newWindow: true } as const }
  const main = { text: parcel.number, ...action }
  // Only the first; the others are on the order's page.
  return more.length > 0 ? { kind: 'two-line', main, second: t('orders.moreParcels', { n: more.length }) } : main
}

/** Whether a tab contains shipped orders. */
export const isOnTheWay = (tab: OrderTab) =>
  tabFilters[tab].statuses.some((status) => status === 'SHIPPED' || status === 'DELIVERED')

/** Note on missing units; null if none, or nothing is left to ship. */
export const oversoldText = ({ oversold: n, status }: OrderRow, { t }: Texts): string | null =>
  n > 0 && isUnshipped(status) ? t('orders.oversold', { n }) : null

/** Second line of the item: SKU, number of further lines, and tags unless they have a column. */
export function itemDetail({ sku, line_count, tags }: OrderRow, { texts, shown }: Showing<Orders>): string | null {
  const more = line_count > 1 ? texts.t('orders.moreItems', { n: line_count - 1 }) : null
  const marks = shown.has('tags') ? null : tags.map((tag) => `#${tag}`).join(' ')
  return [sku, more, marks].filter(Boolean).join(' · ') || null
}

/** Actions that are not possible for an order, among those permitted. */
export function cannotOf(row: OrderRow, { mayShip, mayRefund, collects }: Orders['place']): string | undefined {
  const refused = [
    ...(mayShip && !awaitsShipment(row) ? ['ship'] : []),
    ...(collects && awaitedStep(row) !== 'hand-over' ? ['hand-over'] : []),
    ...(mayRefund && row.status !== 'AWAITING_PAYMENT' ? ['cancel'] : []),
  ]
  return refused.join(' ') || undefined
}
