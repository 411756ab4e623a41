import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import { awaitedStep, awaitsShipment, unknownCountry } from '#features/core/order/delivery.ts'
import { dueBounds, isUnshipped, type OrderStatus } from '#features/core/order/order.ts'
import { giftWords } from '#features/core/order/gift.ts'
import { dueWords, statusWords } from '#features/orders/order-list/order-words.ts'
import { dateAt, type LocalDate } from '#lib/zoned-time.ts'
import type { TextKey, Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import { addressDetail, mayDo, type Role } from '#web/roles.ts'
import type { ChosenOrder } from './chosen-orders-db.server.ts'
import type { ShipRowModel } from './ship-many-model.ts'

interface ViewFor {
  texts: Texts
  role: Role
  zone: string
  now: Date
}

export function shipRows(orders: readonly ChosenOrder[], { texts, role, zone, now }: ViewFor): ShipRowModel[] {
  const bounds = dueBounds(now, zone)
  const detail = addressDetail(role)
  return orders.map((order) => ({
    order: order.order_number,
    href: paths.orderDetails(order.order_number),
    due: isUnshipped(order.status) ? dueWords(order.ship_by, bounds, texts) : null,
    buyer: shownBuyer(order.buyer_username, texts),
    country:
      detail !== 'none' && order.ship_to_country !== unknownCountry ? texts.country(order.ship_to_country) : null,
    item: {
      title: order.title ?? texts.t('orders.noItem'),
      detail:
        [order.sku, order.line_count > 1 ? texts.t('orders.moreItems', { n: order.line_count - 1 }) : null]
          .filter(Boolean)
          .join(' · ') || null,
      image: order.image_url,
    },
    note: noteOf(order, detail === 'full', texts),
    units: isUnshipped(order.status) ? order.open : order.unit_count,
    lines: isUnshipped(order.status) && order.open > 1 ? order.lines : [],
    service: order.shipping_service,
    money: mayDo(role, 'amounts.view') ? { minor: order.total_minor, currency: order.currency } : null,
    cannot: awaitsShipment(order) ? null : cannotWords(order, texts),
  }))
}

/** Notes for the packer: gift, buyer's note and private note, limited to what the role may see. */
function noteOf(order: ChosenOrder, seesWords: boolean, texts: Texts): string | null {
  const gift = giftWords(
    {
      message: seesWords ? order.gift_message : null,
      hidesPrices: order.gift_hides_prices,
      extras: order.extras,
    },
    texts,
  )
  const note = seesWords && order.buyer_note ? texts.t('shipMany.buyerNote', { note: order.buyer_note }) : null
  const own = seesWords && order.privateNote ? texts.t('shipMany.privateNote', { note: order.privateNote }) : null
  const parts = [gift && [gift.title, gift.message].filter(Boolean).join(': '), note, own].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : null
}

const whyNot: Partial<Record<OrderStatus, TextKey>> = {
  AWAITING_PAYMENT: 'shipMany.why.unpaid',
  CANCELLATION_REQUESTED: 'shipMany.why.cancelRequested',
  CANCELLED: 'shipMany.why.cancelled',
  REFUNDED: 'shipMany.why.refunded',
}

function cannotWords(order: ChosenOrder, texts: Texts): NonNullable<ShipRowModel['cannot']> {
  const { t } = texts
  const { status, delivery, taken, parcels } = order
  if (delivery !== 'SHIP') {
    const href = paths.handOver(order.order_number)
    return {
      isShipped: false,
      state: { tone: 'neutral', text: t('shipMany.state.out') },
      why: t(`order.delivery.${delivery}`),
      link: awaitedStep(order) === 'hand-over' ? { label: t('orders.row.handOver'), href } : null,
    }
  }
  const tracking = parcels.map(({ number }) => number).join(', ')
  const key = whyNot[status]
  if (key) {
    const isAsked = status === 'CANCELLATION_REQUESTED'
    const href = paths.orderDetails(order.order_number)
    return {
      isShipped: false,
      state: { tone: 'neutral', text: t('shipMany.state.out') },
      why: t(key),
      link: isAsked ? { label: t('word.answer'), href } : null,
    }
  }
  const by = taken ? t('shipMany.why.shippedBy', { by: taken.by, at: texts.moment(taken.at, 'dateTime') }) : null
  return {
    isShipped: true,
    state: { ...statusWords(status, texts), tone: 'good' },
    why: [tracking, by].filter(Boolean).join(' · ') || t('shipMany.why.shipped'),
    link: null,
  }
}

export const earliestDay = (orders: readonly ChosenOrder[], zone: string, now: Date): LocalDate =>
  dateAt(new Date(Math.min(now.getTime(), ...orders.map(({ placed_at }) => placed_at.getTime()))), zone)
