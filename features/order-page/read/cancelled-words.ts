import type { CancelledUnits } from '#features/core/order/order-event.ts'
import type { Texts } from '#texts/texts.ts'
import type { OrderDetails } from './order-details-db.server.ts'

/** Text for units of items: "2 × Lens cap 52 mm". */
export const unitWords = ({ lines }: Pick<OrderDetails, 'lines'>, units: readonly CancelledUnits[], { t }: Texts) =>
  units.map(({ line, units: n }) => {
    const title = lines.find(({ position }) => position === line)?.title ?? ''
    return t('order.parcel.content', { n, title })
  })
