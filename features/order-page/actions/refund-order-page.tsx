import { useTexts } from '#texts/context.tsx'
import { data, redirect, replace, useActionData, useLoaderData } from '#web/router/router.ts'
import { dropReasons } from '#features/after-sale/cancellations/cancellation.ts'
import { extraTitles } from '#features/core/order/extra.ts'
import { dropRefundedLines } from '#features/after-sale/cancellations/drop-refunded-db.server.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { readOrderMoney } from '#features/after-sale/refunds/order-money-db.server.ts'
import { refundValues } from '#features/after-sale/refunds/read-refund-form.ts'
import { readRefundInput, sumOfForm, type RefundAnswer } from '#features/after-sale/refunds/refund-form.ts'
import { newRefundKey, refundOrder } from '#features/after-sale/refunds/refund-order-db.server.ts'
import { RefundPanel } from '#features/after-sale/refunds/refund-panel.tsx'
import { unreadAmounts, refusedRefund } from '#features/after-sale/refunds/refund-refusal.server.ts'
import { divideRefund, parseRefundKey, refundableOf, refundedInFull } from '#features/after-sale/refunds/refund.ts'
import { settleRefund } from '#features/after-sale/refunds/settle-refunds.server.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { loadTexts } from '#texts/lazy-areas.ts'
import { PageName } from '#web/page-name.tsx'
import { revalidateAsAnswered } from '#web/revalidate.ts'
import { sellerAction, sellerLoader, type SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { mayCancelRefunded } from '#features/order-page/read/cancellation-view.ts'
import type { OrderDetails } from '#features/order-page/read/order-details-db.server.ts'
import { findOrder, readOrderPage } from '#features/order-page/read/order-page.server.ts'
import { OrderView } from '#features/order-page/details/order-view.tsx'
import { refundPanelModel } from './refund-panel-view.ts'

await loadTexts('order')

export const loader = sellerLoader('orders.refund', async (visit) => {
  const { details, page } = await readOrderPage(visit)
  // If everything was refunded, show the order, except after a submit, which shows its error.
  if (page.refundHref === null && !visit.isAnswer) throw replace(page.detailsHref)
  const key = newRefundKey()
  const panel = refundPanelModel(details, await moneyOf(visit, details), {
    key,
    mayDrop: mayCancelRefunded(details, visit.hub.config.policyPack, visit.hub.now()),
    texts: textsOf(visit),
  })
  return { page, panel }
})

const textsOf = ({ texts, seller }: SellerArgs) => textsFor(texts.locale, seller.timeZone)
const moneyOf = ({ read, seller }: SellerArgs, { order }: OrderDetails) =>
  read((db) => readOrderMoney(db, seller.id, order.id))

/** Refunds the confirmed total and redirects to the order; returns the form with errors or for confirmation. */
export const action = sellerAction('orders.refund', async (visit) => {
  const { form, hub, seller, member, url, write } = visit
  const details = await findOrder(visit)
  const number = parseOrderNumber(details.order.order_number)
  const { currency } = details.order
  const texts = textsOf(visit)
  const money = await moneyOf(visit, details)
  const values = refundValues(form, money.lines)
  const key = parseRefundKey(values.key)
  if (!key || !number) throw refuse('malformed')
  const refundable = refundableOf(money)
  const limits = { currency, grouping: texts.grouping, leftMinor: refundable.leftMinor, lines: money.lines }
  const shown = (errors: RefundAnswer['errors'], status: number) =>
    data<RefundAnswer>({ values, errors, sum: sumOfForm(values, limits), asks: status === 200 }, { status })
  const input = readRefundInput(values, limits)
  if (typeof input === 'object' && 'unread' in input) return shown(unreadAmounts(input.unread, currency, texts), 422)
  if (!values.reason) return shown({ reason: texts.t('refund.error.reason') }, 422)
  const { reason } = values
  const divided = divideRefund(input, refundable)
  // Refund only the total that the button showed. Without script it is known only after parsing, so ask for
  // confirmation.
  if (divided.ok && textOf(form, 'confirmed') !== String(divided.amountMinor)) return shown({}, 200)
  const actor = { kind: 'MEMBER', id: member.id, name: member.name } as const
  // Fixes the amount, in case somebody else refunds a part concurrently.
  const confirmed = input === 'rest' && divided.ok ? { amountMinor: divided.amountMinor } : input
  const refund = { sellerId: seller.id, number, key, reason, input: confirmed, actor, now: hub.now() }
  const outcome = await write(async (db) => {
    const refunded = await refundOrder(db, refund)
    if (refunded.ok && values.scope === 'parts' && values.cancels) {
      const inFull = refundedInFull(input, refundable)
      const cancelReason = oneOf(form, 'cancelReason', dropReasons) ?? 'OTHER'
      await dropRefundedLines(db, { ...refund, policyPack: hub.config.policyPack, lines: inFull, cancelReason })
    }
    return refunded
  })
  if (!outcome.ok) {
    const titles = new Map(details.lines.map(({ position, title }) => [position, title]))
    const extras = extraTitles(details.order.extras, texts)
    const errors = refusedRefund(outcome, { texts, currency, titles, extras, scope: values.scope })
    if (outcome.reason !== 'other-request') return shown(errors, 409)
    // The member has now seen the earlier refund; a new key makes the next submit another one. With nothing left, the
    // page redirects.
    const again = { values: { ...values, key: newRefundKey() }, readAgain: refundable.leftMinor > 0 }
    return data<RefundAnswer>({ ...again, errors, sum: sumOfForm(values, limits), asks: false }, { status: 409 })
  }
  await settleRefund(hub, seller.id, key)
  return redirect(paths.orderDetails(number, url.searchParams.get('from') ?? undefined), { status: 303 })
})

/** Also revalidates if another refund was made. */
export const shouldRevalidate = revalidateAsAnswered

export default function RefundOrderPage() {
  const { page, panel } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageName name={t('order.name.refund', { order: page.model.title })} />
      <OrderView
        {...page}
        shipHref={null}
        refundHref={null}
        panel={<RefundPanel key={page.detailsHref} model={panel} answer={answer} closeHref={page.detailsHref} />}
      />
    </>
  )
}
