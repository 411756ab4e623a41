import { useTexts } from '#texts/context.tsx'
import { data, redirect, replace, useActionData, useLoaderData } from '#web/router/router.ts'
import type { CancelFormAnswer } from '#features/after-sale/cancellations/cancel-form.ts'
import {
  answerCancellation,
  cancelOrder,
  type Cancelled,
} from '#features/after-sale/cancellations/cancel-order-db.server.ts'
import {
  confirmationOf,
  readChoice,
  unitsBeyond,
  type CancelField,
} from '#features/after-sale/cancellations/cancel-form.ts'
import { planCancellation, type ChosenUnits } from '#features/after-sale/cancellations/cancel-plan.ts'
import { cancelValues } from '#features/after-sale/cancellations/read-cancel-form.ts'
import { CancelPanel } from '#features/after-sale/cancellations/cancel-panel.tsx'
import { newCancelKey } from '#features/after-sale/cancellations/cancellations-db.server.ts'
import {
  declineReasons,
  parseCancelKey,
  sellerReasons,
  type CancelKey,
} from '#features/after-sale/cancellations/cancellation.ts'
import { readMeasures, readOrderStanding } from '#features/core/seller-level/measure-sales-db.server.ts'
import { withDefect } from '#features/core/seller-level/seller-level.ts'
import { parseOrderNumber, type OrderNumber } from '#features/core/order/order.ts'
import { settleRefund } from '#features/after-sale/refunds/settle-refunds.server.ts'
import { readTaskBack } from '#features/core/task/task-back.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { loadTexts } from '#texts/lazy-areas.ts'
import { PageName } from '#web/page-name.tsx'
import { sellerAction, sellerLoader, type SellerActionArgs, type SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { cancelOrderModel, cancelPanelModel, cancelReasons } from '#features/order-page/read/cancellation-view.ts'
import type { OrderDetails } from '#features/order-page/read/order-details-db.server.ts'
import { findOrder, readOrderPage } from '#features/order-page/read/order-page.server.ts'
import { OrderView } from '#features/order-page/details/order-view.tsx'

await loadTexts('order')

/** Loads the order with the cancellation form, or the form that answers the buyer's request. */
export const loader = sellerLoader('orders.refund', async (visit) => {
  const { details, page } = await readOrderPage(visit)
  // If the order can no longer be cancelled or answered, show it as it is, except after a submit, which shows its
  // error.
  if (page.cancelHref === null && page.request === null && !visit.isAnswer) throw replace(page.detailsHref)
  return { page, panel: page.request ? null : await panelOf(visit, details) }
})

async function panelOf({ hub, seller, read, texts }: SellerArgs, details: OrderDetails) {
  const now = hub.now()
  const { policyPack } = hub.config
  const { standards } = policyPack
  const measured = await read(async (db) => {
    const measures = await readMeasures(db, seller, { standards, now })
    return { ...measures, standing: await readOrderStanding(db, measures, details.order.id) }
  })
  return cancelPanelModel(details, {
    key: newCancelKey(),
    reasons: cancelReasons(details, policyPack, now),
    counts: withDefect(measured.counts, measured.standing),
    since: measured.on.window.from,
    policyPack,
    texts: textsFor(texts.locale, seller.timeZone),
  })
}

const steps = ['cancel', 'accept', 'decline'] as const

/** Cancels or answers, then redirects to the order or to the task list in `back`; returns the form if it is invalid. */
export const action = sellerAction('orders.refund', async (visit) => {
  const { form, hub, seller, url } = visit
  const number = parseOrderNumber(url.searchParams.get('orderid'))
  const step = oneOf(form, 'step', steps)
  const key = parseCancelKey(textOf(form, 'key'))
  if (!step || !number || !key) throw refuse('malformed')
  const { t } = textsFor(visit.texts.locale, seller.timeZone)
  const details = await findOrder(visit)
  const stands = cancelOrderModel(details)
  const values = cancelValues(form, stands.lines)
  const shown = (errors: CancelFormAnswer['errors'], status: number) =>
    data<CancelFormAnswer>({ errors, values, asks: status === 200 }, { status })
  const choice = readChoice(values, stands)
  const wrong = (ids: readonly CancelField[]) => Object.fromEntries(ids.map((id) => [id, t('cancel.error.units')]))
  if ('unread' in choice) return shown(wrong(choice.unread), 422)
  const plan = planCancellation(stands, choice)
  const isRepeated = details.cancellations.some((row) => row.cancel_key === key)
  // Without script, the button cannot show the total before the form is parsed, so ask for confirmation.
  const hasSeen = !form.has('confirmed') || (plan.ok && textOf(form, 'confirmed') === confirmationOf(plan))
  if (step === 'cancel' && values.reason && plan.ok && !hasSeen && !isRepeated) return shown({}, 200)
  const outcome = await doStep(visit, { step, number, key, units: choice.units })
  if (outcome === 'no-reason') return shown({ reason: t('cancel.error.reason') }, 422)
  if (!outcome.ok) {
    if (outcome.reason === 'unknown') throw refuse('not-found')
    const fields = outcome.reason === 'more-than-open' ? wrong(unitsBeyond(choice.units, stands.lines)) : {}
    return shown({ form: t(`cancel.error.${outcome.reason}`), ...fields }, 409)
  }
  if (outcome.refund) await settleRefund(hub, seller.id, outcome.refund)
  const order = paths.orderDetails(number, url.searchParams.get('from') ?? undefined)
  return redirect(readTaskBack(form, 'accepted') ?? order, { status: 303 })
})

async function doStep(
  { form, hub, seller, member, write }: SellerActionArgs,
  {
    step,
    number,
    key,
    units,
  }: { step: (typeof steps)[number]; number: OrderNumber; key: CancelKey; units: ChosenUnits },
): Promise<Cancelled | 'no-reason'> {
  const cancelRequest = {
    sellerId: seller.id,
    number,
    policyPack: hub.config.policyPack,
    actor: { kind: 'MEMBER', id: member.id, name: member.name } as const,
    now: hub.now(),
    key,
    withShipping: form.has('shipping'),
  }
  const restocks = form.has('restock')
  switch (step) {
    case 'cancel': {
      const reason = oneOf(form, 'reason', sellerReasons)
      if (!reason) return 'no-reason'
      // Items that are out of stock cannot be restocked.
      const isThere = reason !== 'OUT_OF_STOCK_OR_CANNOT_FULFILL'
      return write((db) => cancelOrder(db, { ...cancelRequest, units, reason, restocks: restocks && isThere }))
    }
    case 'accept':
      return write((db) => answerCancellation(db, { ...cancelRequest, answer: { accept: true, restocks } }))
    case 'decline': {
      const declineReason = oneOf(form, 'reason', declineReasons)
      if (!declineReason) return 'no-reason'
      return write((db) => answerCancellation(db, { ...cancelRequest, answer: { accept: false, declineReason } }))
    }
  }
}

export default function CancelOrderPage() {
  const { page, panel } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageName name={t('order.name.cancel', { order: page.model.title })} />
      <OrderView
        {...page}
        shipHref={null}
        cancelHref={null}
        cancelAnswer={answer}
        cancelPanel={
          panel ? (
            <CancelPanel key={page.detailsHref} model={panel} answer={answer} closeHref={page.detailsHref} />
          ) : undefined
        }
      />
    </>
  )
}
