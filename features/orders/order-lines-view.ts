import type { Row } from '#db/schema.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import type { Texts } from '#texts/texts.ts'
import type { OrderDetails } from './order-details-db.server.ts'
import { timeModel, type StateWords, type TimeModel } from './order-words.ts'

/** An item of an order. */
export interface LineModel {
  key: number
  title: string
  /** Variation, SKU, item number. */
  facts: string[]
  image: string | null
  quantity: string
  unitPrice: string
  total: string
  fulfilment: StateWords
  /** How the ordered units stand, where they do not all stand the same. */
  units: string | null
  refunded: string | null
}

/** A parcel and what was in it. */
export interface ShipmentModel {
  key: number
  carrier: string
  service: string | null
  tracking: string | null
  state: StateWords
  shipped: TimeModel | null
  delivered: TimeModel | null
  contents: string[]
}

/** Where an item stands on its way (seller-hubs 5.3). */
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

/** Where a line stands, by its units and the states of the parcels that hold some of them. */
export function lineFulfilment(units: Units, parcels: readonly ShipmentState[]): LineFulfilment {
  const { quantity, shipped_quantity: shipped, cancelled_quantity: cancelled } = units
  if (cancelled >= quantity) return 'CANCELLED'
  if (shipped === 0) return 'UNSHIPPED'
  // What went wrong is said first, also where some parcels are still to come.
  const worst = (['EXCEPTION', 'RETURNED_TO_SENDER'] as const).find((state) => parcels.includes(state))
  if (worst) return worst
  if (shipped + cancelled < quantity) return 'PARTIAL'
  if (parcels.length > 0 && parcels.every((state) => state === 'DELIVERED')) return 'DELIVERED'
  return parcels.some((state) => state === 'IN_TRANSIT' || state === 'DELIVERED') ? 'IN_TRANSIT' : 'SHIPPED'
}

/** The items, each with its own fulfilment and what was refunded of it. */
export function linesModel(details: OrderDetails, texts: Texts): LineModel[] {
  return details.lines.map((line, key) => {
    const { currency, quantity, unit_price_minor, discount_minor } = line
    const money = (minor: number) => texts.money({ minor, currency })
    const fulfilment = lineFulfilment(line, parcelStates(details, line.id))
    const refunded = details.refunds
      .filter((refund) => refund.line_item_id === line.id && refund.state === 'REFUNDED')
      .reduce((sum, refund) => sum + refund.amount_minor, 0)
    return {
      key,
      title: line.title,
      facts: [line.variation, line.sku, texts.t('order.itemNumber', { number: line.item_number })].filter(
        (fact) => fact !== null,
      ),
      image: line.image_url,
      quantity: texts.number(quantity),
      unitPrice: money(unit_price_minor),
      total: money(quantity * unit_price_minor - discount_minor),
      fulfilment: { tone: lineTones[fulfilment], text: texts.t(`order.line.${fulfilment}`) },
      units: unitWords(line, texts),
      refunded: refunded > 0 ? texts.t('order.line.refunded', { amount: money(refunded) }) : null,
    }
  })
}

function parcelStates({ shipments, shipmentLines }: OrderDetails, lineId: number): ShipmentState[] {
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

/** The parcels, each with what was in it. */
export function shipmentsModel(
  { shipments, shipmentLines, lines }: OrderDetails,
  now: Date,
  texts: Texts,
): ShipmentModel[] {
  const time = (at: Date | null) => at && timeModel(at, now, texts)
  return shipments.map((shipment, key) => ({
    key,
    carrier: shipment.carrier,
    service: shipment.service,
    tracking: shipment.tracking_number,
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
