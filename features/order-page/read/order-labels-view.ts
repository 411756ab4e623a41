import { labelFactsText, labelProblem, labelState } from '#features/shipping/labels/label-words.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import type { OrderDetails } from './order-details-db.server.ts'

export interface OrderLabelModel {
  key: string
  kind: string
  state: { tone: StatusTone; text: string }
  /** Carrier, service, number and price; empty before it is bought. */
  facts: string
  problem: string | null
  /** Set if the address has changed since it was bought. */
  warning: string | null
  printHref: string | null
  /** Where a POST prints it with the order's slip. */
  slipHref: string | null
  /** Whether its parcel can be marked as shipped. */
  mayShip: boolean
  mayVoid: boolean
}

/** Labels of an order for a reader who may buy them, the latest last. */
export function orderLabelsModel({ labels, order, shipments }: OrderDetails, texts: Texts): OrderLabelModel[] {
  return labels.map((label) => {
    const isBought = label.state === 'BOUGHT'
    const parcel = shipments.find(({ parcel_key: key }) => key === label.label_key)
    const isOutdated =
      label.bought_at !== null && order.address_changed_at !== null && order.address_changed_at > label.bought_at
    return {
      key: label.label_key,
      kind: texts.t(label.case_id === null ? 'order.label' : 'order.label.return'),
      state: labelState(label, texts),
      facts: labelFactsText(label, texts),
      problem: labelProblem(label, texts),
      warning: isBought && isOutdated && label.case_id === null ? texts.t('order.label.outdated') : null,
      printHref: isBought ? paths.labelsPrint(label.label_key) : null,
      slipHref: isBought && label.case_id === null ? paths.labelsPrint(label.label_key) : null,
      mayShip: isBought && !parcel && label.case_id === null,
      mayVoid: isBought && (!parcel || parcel.scanned_at === null),
    }
  })
}
