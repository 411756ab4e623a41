import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import { listingHref, type ListingRow } from '#features/selling/listings/listings-list-row.server.ts'
import type { OrderRow } from '#features/orders/order-list/orders-list-row.server.ts'
import { ordersHref } from '#features/orders/order-list/orders-list.server.ts'
import type { FindGroupModel } from '#shui/find/find-model.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import type { Found } from './find-rows-db.server.ts'
import type { Place } from './places.ts'

export function placesGroup(places: readonly Place[], { t }: Texts): FindGroupModel[] {
  if (places.length === 0) return []
  return [
    {
      heading: t('find.places'),
      rows: places.map(({ text, section, href, count, creates }) => ({
        kind: creates ? 'create' : 'place',
        href,
        text,
        details: section === null ? [] : [section],
        end: count?.text ?? null,
      })),
    },
  ]
}

/** Matching orders, each opened within its search results, and a link to that list. */
export function ordersGroup(
  { q, rows, total, hasMore }: Found<OrderRow>,
  { texts, hidesAmounts }: { texts: Texts; hidesAmounts: boolean },
): FindGroupModel[] {
  const { t } = texts
  const from = new URLSearchParams({ q }).toString()
  const list = (text: string) => ({ kind: 'search' as const, href: ordersHref({}, q), text })
  if (total === null && q !== '') return [{ heading: t('word.orders'), rows: [list(t('find.inOrders', { q }))] }]
  if (!total) return []
  return [
    {
      heading: t('word.orders'),
      rows: [
        ...rows.map((row) => ({
          kind: 'order' as const,
          href: paths.orderDetails(row.order_number, from),
          text: row.order_number,
          details: [shownBuyer(row.buyer_username, texts), row.title].filter((detail) => detail !== null),
          end: hidesAmounts ? null : texts.money({ minor: row.total_minor, currency: row.currency }),
        })),
        list(hasMore ? t('find.manyOrders', { n: texts.number(total), q }) : t('find.allOrders', { n: total, q })),
      ],
    },
  ]
}

export function listingsGroup(
  { rows }: Found<ListingRow>,
  { texts, mayEdit, hidesAmounts }: { texts: Texts; mayEdit: boolean; hidesAmounts: boolean },
): FindGroupModel[] {
  if (rows.length === 0) return []
  return [
    {
      heading: texts.t('listings.title'),
      rows: rows.map((row) => ({
        kind: 'listing',
        href: listingHref(row, { mayEdit }),
        text: row.title || texts.t('listings.untitled'),
        details: [texts.t(`listings.state.${row.state}`), row.sku, row.item_number].filter((detail) => detail !== null),
        end:
          hidesAmounts || (row.state === 'DRAFT' && row.price_minor === 0)
            ? null
            : texts.money({ minor: row.price_minor, currency: row.currency }),
      })),
    },
  ]
}
