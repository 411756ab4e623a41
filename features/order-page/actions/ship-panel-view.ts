import { openUnits } from '#features/core/order/line-units.ts'
import type { Carrier } from '#features/core/carrier/carrier.ts'
import type { ParcelValues, ShipPanelModel } from '#features/shipping/fulfilment/ship-form.ts'
import { dateAt } from '#lib/zoned-time.ts'
import { pairs } from '#lib/pairs.ts'
import type { Texts } from '#texts/texts.ts'
import type { OrderDetails } from '#features/order-page/read/order-details-db.server.ts'
import { linesModel, unitsOf } from '#features/order-page/read/order-lines-view.ts'

interface ViewFor {
  texts: Texts
  zone: string
  now: Date
  carriers: readonly Carrier[]
  hasNext: boolean
  parcels: readonly ParcelValues[]
  /** Version of the address. */
  address: string
  hidesAmounts?: boolean
}

export function shipPanelModel(details: OrderDetails, view: ViewFor): ShipPanelModel {
  const { texts, zone, now, carriers, hasNext, parcels, address } = view
  const lines = pairs(details.lines, linesModel(details, texts, view.hidesAmounts)).map(([line, item]) => {
    const { title, facts, image, amounts, quantity, units } = item
    return {
      line: line.position,
      title,
      facts,
      image,
      price: amounts?.unitPrice ?? null,
      ordered: quantity,
      left: openUnits(unitsOf(line)),
      units,
    }
  })
  const left = lines.reduce((sum, line) => sum + line.left, 0)
  return {
    address,
    title: texts.t('ship.title', { n: left }),
    lines,
    parcels,
    service: details.order.shipping_service,
    carriers: carriers.map(({ name }) => name),
    today: dateAt(now, zone),
    earliest: dateAt(details.order.placed_at, zone),
    hasNext,
  }
}
