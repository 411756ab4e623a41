import type { Row } from '#db/schema.ts'
import type {
  AnswerPanelModel,
  CancelLineModel,
  CancelPanelModel,
} from '#features/after-sale/cancellations/cancel-form.ts'
import {
  cancelOrderOf,
  isGone,
  planCancellation,
  stillOpen,
  type CancelOrder,
} from '#features/after-sale/cancellations/cancel-plan.ts'
import {
  declineReasons,
  nextCancellation,
  possibleReasons,
  standingOf,
  type CancelFacts,
  type CancelKey,
  type SellerReason,
} from '#features/after-sale/cancellations/cancellation.ts'
import { watchedRates, type FaultCounts } from '#features/core/seller-level/seller-level.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { openUnits } from '#features/core/order/line-units.ts'
import { capturedOf, orderMoney } from '#features/after-sale/refunds/order-money.ts'
import { pairs } from '#lib/pairs.ts'
import type { PolicyPack, SellerStandards } from '#features/core/policy-pack/policy-pack.ts'
import { day } from '#lib/duration.ts'
import type { Texts } from '#texts/texts.ts'
import type { OrderDetails } from './order-details-db.server.ts'
import { isPaid } from '#features/core/order/order.ts'
import { unitWords } from './cancelled-words.ts'
import { linesModel, unitsOf } from './order-lines-view.ts'

type Facts = Omit<CancelFacts, 'reason'>

export function cancelOrderModel(details: OrderDetails): CancelOrder {
  const { order, lines, payments, refunds, refundParts, disputes } = details
  const capturedMinor = capturedOf(payments, disputes)
  return cancelOrderOf(lines.map(unitsOf), orderMoney({ order, lines, capturedMinor, refunds, refundParts }))
}

function factsOf(details: OrderDetails, { deadlines }: PolicyPack, now: Date): Facts {
  const { order, lines, cancellations, cases, disputes } = details
  const plan = planCancellation(cancelOrderModel(details), { units: 'rest', withShipping: false })
  return {
    placedAt: order.placed_at,
    now,
    isPaid: isPaid(order),
    leftMinor: plan.ok ? plan.refundMinor : 0,
    isGone: isGone(lines.map(unitsOf)),
    isPart: plan.ok && !plan.isWhole,
    hasOpenCase: [...cases, ...disputes].some(({ closed_at: closedAt }) => closedAt === null),
    respondBy: cancellations.at(-1)?.respond_by ?? null,
    deadlines,
  }
}

export function cancelReasons(details: OrderDetails, policyPack: PolicyPack, now: Date): SellerReason[] {
  return possibleReasons(standingOf(details.cancellations.at(-1)), factsOf(details, policyPack, now))
}

export function mayCancelRefunded(details: OrderDetails, policyPack: PolicyPack, now: Date): boolean {
  const facts = { ...factsOf(details, policyPack, now), reason: 'OTHER' as const }
  const hasOpen = details.lines.some((line) => openUnits(unitsOf(line)) > 0)
  return hasOpen && nextCancellation(standingOf(details.cancellations.at(-1)), 'drop', facts).ok
}

/** The buyer's unanswered request; null if none. */
export function openRequest({ cancellations }: OrderDetails): Row<'cancellations'> | null {
  return cancellations.find(({ state, initiator }) => state === 'REQUESTED' && initiator === 'BUYER') ?? null
}

const hasStock = ({ lines }: OrderDetails) => lines.some(({ listing_id }) => listing_id !== null)

export function answerPanelModel(
  details: OrderDetails,
  request: Row<'cancellations'>,
  { now, texts }: { now: Date; texts: Texts },
): AnswerPanelModel {
  const { t, moment } = texts
  const { respond_by: by, respond_rule: rule, requested_at: asked, reason } = request
  const at = by && moment(by, 'dateTime')
  const order = cancelOrderModel(details)
  const units = request.units ? stillOpen(request.units, order.lines) : 'rest'
  const plan = planCancellation(order, { units, withShipping: false })
  const money = (minor: number) => (minor > 0 ? texts.money({ minor, currency: details.order.currency }) : null)
  return {
    key: request.cancel_key,
    request: t(request.units ? 'cancel.request.items' : 'cancel.request', {
      reason: t(`order.cancelReason.${reason}`),
    }),
    items: request.units ? unitWords(details, request.units, texts) : [],
    deadline:
      at &&
      t('cancel.answerBy', { at, late: by < now ? 'yes' : 'no', ends: isPaid(details.order) ? 'stands' : 'cancelled' }),
    rule:
      by && rule
        ? t('cancel.rule', {
            n: Math.round((by.getTime() - asked.getTime()) / day),
            rule: t(`cancel.rule.${rule}`),
          })
        : null,
    refund: plan.ok ? money(plan.refundMinor) : null,
    shipping: plan.ok && !plan.isWhole ? money(order.shippingLeftMinor) : null,
    declines: declineReasons.map((value) => ({ value, label: t(`order.declineReason.${value}`) })),
    hasStock: hasStock(details),
  }
}

/** Items with cancellable units. An unpaid order can only be cancelled as a whole. */
function linesToCancel(details: OrderDetails, order: CancelOrder, texts: Texts): CancelLineModel[] {
  if (!isPaid(details.order)) return []
  return pairs(order.lines, linesModel(details, texts))
    .map(([units, { title, facts, image }]) => ({ line: units.line, title, facts, image, open: openUnits(units) }))
    .filter(({ open }) => open > 0)
}

interface CancelPanelFor {
  key: CancelKey
  reasons: readonly SellerReason[]
  /** The seller's measures once the order is a defect, of sales since a moment. */
  counts: FaultCounts
  since: Date
  policyPack: PolicyPack
  texts: Texts
}

/** Model of the cancellation form; reasons that count as defects show their effect. */
export function cancelPanelModel(
  details: OrderDetails,
  { key, reasons, policyPack, texts, ...measured }: CancelPanelFor,
): CancelPanelModel {
  const { t, moment } = texts
  const { sellerCancelWindow } = policyPack.deadlines
  const until = new Date(details.order.placed_at.getTime() + sellerCancelWindow)
  const order = cancelOrderModel(details)
  const open = linesToCancel(details, order, texts)
  const effect = (reason: SellerReason) =>
    reason === 'OUT_OF_STOCK_OR_CANNOT_FULFILL'
      ? defectWords(measured, policyPack.standards, texts)
      : t('cancel.noDefect')
  return {
    key,
    reasons: reasons.map((value) => ({ value, label: t(`cancel.sellerReason.${value}`), hint: effect(value) })),
    currency: details.order.currency,
    order,
    lines: open.length > 1 || open.some(({ open: units }) => units > 1) ? open : [],
    until: t('cancel.until', { date: moment(until, 'date'), n: Math.round(sellerCancelWindow / day) }),
    hasStock: hasStock(details),
  }
}

function defectWords(
  { counts, since }: Pick<CancelPanelFor, 'counts' | 'since'>,
  standards: SellerStandards,
  { t, number, percent, moment }: Texts,
): string {
  const defects = assertDefined(
    watchedRates(counts, standards).find(({ id }) => id === 'defects'),
    'defects are watched',
  )
  const { count, of, limit, isOver } = defects
  return t('cancel.defect', {
    n: count,
    orders: number(of),
    rate: of === 0 ? '–' : percent(count / of, 2),
    most: percent(limit.maxBps / 10_000),
    buyers: limit.max,
    since: moment(since, 'date'),
    missed: isOver ? 'yes' : 'no',
  })
}
