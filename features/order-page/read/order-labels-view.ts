import { labelFactsText, labelProblem, labelState } from '#features/shipping/labels/label-words.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import type { OrderDetails } from './order-details-db.server.ts'

export type OrderLabelModel = ReturnType<typeof orderLabelsModel>[number]

/** Labels of an order for a reader who may buy them, the latest last. */
export function orderLabelsModel({ labels, order, shipments }: OrderDetails, texts: Texts) {
  return labels.map((label) => {
    const isBought = label.state === 'BOUGHT'
    const parcel = shipments.find(({ parcel_key: key }) => key === label.label_key)
    const isOutdated =
      label.bought_at !== null && order.address_changed_at !== null && order.address_changed_at > label.bought_at
    return {
      key: label.label_key,
      kind: texts.t(label.case_id === null ? 'order.label' : 'order.label.return'),
      state: labelState(label, texts),
      // Carrier, service, number and price; empty before it is bought.
      facts: labelFactsText(label, texts),
      problem: labelProblem(label, texts),
      // Set if the address has changed since it was bought.
      warning: isBought && isOutdated && label.case_id === null ? texts.t('order.label.outdated') : null,
      printHref: isBought ? paths.labelsPrint(label.label_key) : null,
      // Where a POST prints it with the order's slip.
      slipHref: isBought && label.case_id === null ? paths.labelsPrint(label.label_key) : null,
      // Whether its parcel can be marked as shipped.
      mayShip: isBought && !parcel && label.case_id === null,
      mayVoid: isBought && (!parcel || parcel.scanned_at === null),
    }
  })
}
