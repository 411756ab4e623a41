import type { Row } from '#db/schema.ts'
import { trackingLink, type Carrier } from '#features/core/carrier/carrier.ts'
import type { LineUnits } from '#features/core/order/line-units.ts'
import { paidLine } from '#features/core/order/paid-line.ts'
import type { RefundPart } from '#features/core/order/order-event.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import type { OrderDetails } from './order-details-db.server.ts'
import { statusWords, timeModel } from '#features/orders/order-list/order-words.ts'

export type LineModel = ReturnType<typeof linesModel>[number]

/** Fulfilment state of an item (seller-hubs 5.3). */
export type LineFulfilment =
  | 'UNSHIPPED'
  | 'PARTIAL'
  | 'SHIPPED'
  | 'IN_TRANSIT'
  | 'DELIVERED'
  | 'EXCEPTION'
  | 'RETURNED_TO_SENDER'
  | 'CANCELLED'

const lineTones: Record<LineFulfilment, StatusTone> = {
  UNSHIPPED: 'neutral',
  PARTIAL: 'warn',
  SHIPPED: 'neutral',
  IN_TRANSIT: 'neutral',
  DELIVERED: 'good',
  EXCEPTION: 'bad',
  RETURNED_TO_SENDER: 'bad',
  CANCELLED: 'neutral',
}

type Units = Pick<Row<'line_items'>, 'quantity' | 'shipped_quantity' | 'cancelled_quantity'>
type ShipmentState = Row<'shipments'>['state']

export function lineFulfilment(units: Units, parcels: readonly ShipmentState[]): LineFulfilment {
  const { quantity, shipped_quantity: shipped, cancelled_quantity: cancelled } = units
  if (cancelled >= quantity) return 'CANCELLED'
  if (shipped === 0) return 'UNSHIPPED'
  // Problems take precedence, even while other parcels are in transit.
  const worst = (['EXCEPTION', 'RETURNED_TO_SENDER'] as const).find((state) => parcels.includes(state))
  if (worst) return worst
  if (shipped + cancelled < quantity) return 'PARTIAL'
  if (parcels.length > 0 && parcels.every((state) => state === 'DELIVERED')) return 'DELIVERED'
  return parcels.some((state) => state === 'IN_TRANSIT' || state === 'DELIVERED') ? 'IN_TRANSIT' : 'SHIPPED'
}

export function unitsOf(row: Units & Pick<Row<'line_items'>, 'position'>): LineUnits {
  const { position: line, quantity: ordered, shipped_quantity: shipped, cancelled_quantity: cancelled } = row
  return { line, ordered, shipped, cancelled }
}

export function linesModel(details: OrderDetails, texts: Texts, hidesAmounts = false) {
  const { order } = details
  return details.lines.map((line, key) => {
    const { currency, quantity, unit_price_minor } = line
    const money = (minor: number) => texts.money({ minor, currency })
    const fulfilment = lineFulfilment(line, parcelStates(details, line.id))
    const refunded = refundedOf(details, line)
    return {
      key,
      title: line.title,
      // URL of its listing; null if it is not in the hub.
      href: line.listing_id === null ? null : paths.listing(line.item_number),
      // Variation, SKU, item number.
      facts: [line.variation, line.sku, texts.t('order.itemNumber', { number: line.item_number })].filter(
        (fact) => fact !== null,
      ),
      image: line.image_url,
      quantity: texts.number(quantity),
      // Parts of a kit, with the units of all.
      parts: line.parts.map(({ sku, title, units }) =>
        texts.t('order.parcel.content', { n: units * quantity, title: `${title} · ${sku}` }),
      ),
      // A discount beyond the price applies to shipping.
      // Price and total, unless the reader may see none.
      amounts: hidesAmounts ? null : { unitPrice: money(unit_price_minor), total: money(paidLine(line).itemMinor) },
      // The offer that agreed the price.
      offer:
        line.offer && !hidesAmounts
          ? {
              text: texts.t('order.line.offer', offerAmounts(line.offer, texts.money)),
              href: paths.offer(line.offer.offer_key),
            }
          : null,
      fulfilment:
        fulfilment === 'UNSHIPPED' && order.delivery !== 'SHIP'
          ? statusWords(order.status, texts, order.delivery)
          : { tone: lineTones[fulfilment], text: texts.t(`order.line.${fulfilment}`) },
      // States of the units if they differ.
      units: unitWords(line, texts),
      refunded:
        refunded > 0 ? texts.t('order.line.refunded', { amount: hidesAmounts ? 'none' : money(refunded) }) : null,
    }
  })
}

/** What an offer agreed, and what the listing asked. */
export const offerAmounts = (
  { price_minor, list_price_minor, currency }: NonNullable<OrderDetails['lines'][number]['offer']>,
  money: Texts['money'],
) => ({ amount: money({ minor: price_minor, currency }), asked: money({ minor: list_price_minor, currency }) })

/** Refunded amount of a line: its parts, or all of a refund for this line without parts. */
function refundedOf({ refunds, refundParts }: OrderDetails, { id, position }: OrderDetails['lines'][number]): number {
  return refunds
    .filter(({ state }) => state === 'REFUNDED')
    .flatMap((refund): readonly Pick<RefundPart, 'line' | 'minor'>[] => {
      const line = refund.line_item_id === id ? position : null
      return refundParts.get(refund.id) ?? [{ line, minor: refund.amount_minor }]
    })
    .filter(({ line }) => line === position)
    .reduce((sum, { minor }) => sum + minor, 0)
}

/** States of a line's parcels. What leaves without a parcel is delivered at once. */
function parcelStates({ order, shipments, shipmentLines }: OrderDetails, lineId: number): ShipmentState[] {
  if (order.delivery !== 'SHIP') return order.delivered ? ['DELIVERED'] : []
  const ids = new Set(shipmentLines.filter((row) => row.line_item_id === lineId).map((row) => row.shipment_id))
  return shipments.filter(({ id }) => ids.has(id)).map(({ state }) => state)
}

function unitWords({ quantity, shipped_quantity, cancelled_quantity }: Units, texts: Texts): string | null {
  const mixed = [shipped_quantity, cancelled_quantity].some((units) => units > 0 && units < quantity)
  if (!mixed) return null
  return texts.t('order.line.units', {
    ordered: quantity,
    shipped: shipped_quantity,
    cancelled: cancelled_quantity,
  })
}

const parcelTones: Record<ShipmentState, StatusTone> = {
  SHIPPED: 'neutral',
  IN_TRANSIT: 'neutral',
  DELIVERED: 'good',
  EXCEPTION: 'bad',
  RETURNED_TO_SENDER: 'bad',
}

export function shipmentsModel(
  { shipments, shipmentLines, lines }: OrderDetails,
  { now, texts, carriers, mayShip }: { now: Date; texts: Texts; carriers: readonly Carrier[]; mayShip: boolean },
) {
  const time = (at: Date | null) => at && timeModel(at, now, texts)
  return shipments.map((shipment, key) => ({
    key,
    carrier: shipment.carrier,
    service: shipment.service,
    tracking: shipment.tracking_number,
    trackingHref: trackingLink(carriers, { carrier: shipment.carrier, trackingNumber: shipment.tracking_number }),
    // Key for voiding it; null if impossible or not permitted.
    takeBackKey: mayShip && shipment.state === 'SHIPPED' ? shipment.parcel_key : null,
    // Who recorded it; null if it was not a member of the shop.
    by: shipment.member_name,
    state: { tone: parcelTones[shipment.state], text: texts.t(`order.line.${shipment.state}`) },
    shipped: time(shipment.shipped_at),
    delivered: time(shipment.delivered_at),
    contents: shipmentLines
      .filter((row) => row.shipment_id === shipment.id)
      .flatMap(({ line_item_id, quantity }) => {
        const title = lines.find((line) => line.id === line_item_id)?.title
        return title === undefined ? [] : [texts.t('order.parcel.content', { n: quantity, title })]
      }),
  }))
}
