import type { Row } from '#db/schema.ts'
import type { AnswerPanelModel, CancelPanelModel } from '#features/cancellations/cancel-form.ts'
import {
  declineReasons,
  possibleReasons,
  type CancelFacts,
  type CancelKey,
  type SellerReason,
} from '#features/cancellations/cancellation.ts'
import type { withOneMore } from '#features/cancellations/level-effect.ts'
import type { PolicyPack, SellerStandards } from '#features/policy-pack/policy-pack.ts'
import { day } from '#lib/duration.ts'
import type { Texts } from '#texts/texts.ts'
import type { OrderDetails } from './order-details-db.server.ts'
import { isPaid } from '#features/order/order.ts'
import { refundableMinor } from './order-money-view.ts'

type Facts = Omit<CancelFacts, 'reason'>

/** What decides about cancelling an order, of what its page knows. */
function factsOf(details: OrderDetails, { deadlines }: PolicyPack, now: Date): Facts {
  const { order, lines, cancellations, cases } = details
  return {
    placedAt: order.placed_at,
    now,
    isPaid: isPaid(order),
    leftMinor: refundableMinor(details),
    anythingShipped: lines.some(({ shipped_quantity }) => shipped_quantity > 0),
    hasOpenCase: cases.some(({ closed_at }) => closed_at === null),
    respondBy: cancellations.at(-1)?.respond_by ?? null,
    deadlines,
  }
}

/** For which reasons the seller may cancel now. */
export function cancelReasons(details: OrderDetails, policyPack: PolicyPack, now: Date): SellerReason[] {
  return possibleReasons(details.cancellations.at(-1)?.state ?? 'NONE', factsOf(details, policyPack, now))
}

/** The buyer's request that waits for an answer; null without one. */
export function openRequest({ cancellations }: OrderDetails): Row<'cancellations'> | null {
  return cancellations.find(({ state, initiator }) => state === 'REQUESTED' && initiator === 'BUYER') ?? null
}

/** What goes back with a cancellation, in words; null where nothing does. */
function refundOf(details: OrderDetails, { money }: Texts): string | null {
  const minor = refundableMinor(details)
  return minor > 0 ? money({ minor, currency: details.order.currency }) : null
}

const hasStock = ({ lines }: OrderDetails) => lines.some(({ listing_id }) => listing_id !== null)

/** The form that answers a buyer: with the time until when, what happens then, and the rule that was stored with it. */
export function answerPanelModel(
  details: OrderDetails,
  request: Row<'cancellations'>,
  { now, texts }: { now: Date; texts: Texts },
): AnswerPanelModel {
  const { t, moment } = texts
  const { respond_by: by, respond_rule: rule, respond_calendar: calendar, requested_at: asked, reason } = request
  const at = by && moment(by, 'dateTime')
  return {
    key: request.cancel_key,
    request: t('cancel.request', { reason: t(`order.cancelReason.${reason}`) }),
    deadline:
      at &&
      t('cancel.answerBy', { at, late: by < now ? 'yes' : 'no', ends: isPaid(details.order) ? 'stands' : 'cancelled' }),
    rule:
      by && rule && calendar
        ? t('cancel.rule', {
            n: Math.round((by.getTime() - asked.getTime()) / day),
            rule: t(`cancel.rule.${rule}`),
            calendar,
          })
        : null,
    refund: refundOf(details, texts),
    declines: declineReasons.map((value) => ({ value, label: t(`order.declineReason.${value}`) })),
    hasStock: hasStock(details),
  }
}

interface CancelPanelFor {
  key: CancelKey
  reasons: readonly SellerReason[]
  /** How the seller would stand with one defect more. */
  defects: ReturnType<typeof withOneMore>
  now: Date
  policyPack: PolicyPack
  texts: Texts
}

/** The form by which the seller cancels; beside the reason that counts as a defect stands what that comes to. */
export function cancelPanelModel(
  details: OrderDetails,
  { key, reasons, defects, policyPack, now, texts }: CancelPanelFor,
): CancelPanelModel {
  const { t, moment } = texts
  const { sellerCancelWindow } = policyPack.deadlines
  const until = new Date(details.order.placed_at.getTime() + sellerCancelWindow)
  const effect = (reason: SellerReason) =>
    reason === 'OUT_OF_STOCK_OR_CANNOT_FULFILL'
      ? defectWords(defects, { ...policyPack.standards, now }, texts)
      : t('cancel.noDefect')
  return {
    key,
    reasons: reasons.map((value) => ({ value, label: t(`cancel.sellerReason.${value}`), hint: effect(value) })),
    refund: refundOf(details, texts),
    until: t('cancel.until', { date: moment(until, 'date'), n: Math.round(sellerCancelWindow / day) }),
    hasStock: hasStock(details),
  }
}

function defectWords(
  { since, defects, orders, isMissed }: CancelPanelFor['defects'],
  { defectMaxBps, defectMaxBuyers, now }: SellerStandards & { now: Date },
  { t, number, percent }: Texts,
): string {
  return t('cancel.defect', {
    n: defects,
    orders: number(orders),
    rate: percent(defects / orders),
    most: percent(defectMaxBps / 10_000),
    buyers: defectMaxBuyers,
    days: Math.round((now.getTime() - since.getTime()) / day),
    missed: isMissed ? 'yes' : 'no',
  })
}
