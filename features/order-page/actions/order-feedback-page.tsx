import { data, redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { maxReplyLength, replyToFeedback } from '#features/orders/feedback/reply-to-feedback-db.server.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { textOf } from '#lib/form-fields.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageName } from '#web/page-name.tsx'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import type { ReplyAnswer } from '#features/order-page/details/order-feedback.tsx'
import { readOrderPage } from '#features/order-page/read/order-page.server.ts'
import { OrderView } from '#features/order-page/details/order-view.tsx'

await loadTexts('order')

/** Index of the feedback in the URL, from 0. */
function placeOf({ searchParams }: URL): number {
  const text = searchParams.get('feedback') ?? '0'
  if (!/^\d{1,3}$/.test(text)) throw refuse('not-found')
  return Number(text)
}

export const loader = sellerLoader('buyers.talk', async (visit) => {
  const key = placeOf(visit.url)
  const { details, page } = await readOrderPage(visit)
  const feedback = details.feedback[key]
  if (!feedback) throw refuse('not-found')
  const { reply, replied_at: repliedAt } = feedback
  const answer: ReplyAnswer = { key, text: reply ?? '', seen: repliedAt?.toISOString() ?? '', error: null }
  return { page, answer }
})

/** Saves the reply and redirects to the order; returns the form if it is invalid. */
export const action = sellerAction('buyers.talk', async ({ form, hub, seller, texts: { t }, url, write }) => {
  const number = parseOrderNumber(url.searchParams.get('orderid'))
  if (!number) throw refuse('not-found')
  const place = placeOf(url)
  const text = textOf(form, 'reply')
  const shown = (error: string, status: number, seen = textOf(form, 'seen')) =>
    data<ReplyAnswer>({ key: place, text, seen, error }, { status })
  if (text === '') return shown(t('talk.reply.none'), 422)
  if ([...text].length > maxReplyLength) return shown(t('talk.reply.long', { n: maxReplyLength }), 422)
  const seen = Date.parse(textOf(form, 'seen'))
  const reply = { sellerId: seller.id, number, place, text, now: hub.now() }
  const outcome = await write((db) =>
    replyToFeedback(db, { ...reply, seen: Number.isNaN(seen) ? null : new Date(seen) }),
  )
  if (outcome.ok)
    return redirect(paths.orderDetails(number, url.searchParams.get('from') ?? undefined), { status: 303 })
  if (outcome.reason === 'unknown') throw refuse('not-found')
  return shown(t('talk.reply.changed', { reply: outcome.reply }), 409, outcome.seen?.toISOString())
})

export default function OrderFeedbackPage() {
  const { page, answer } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  const refused = useActionData<typeof action>()
  return (
    <>
      <PageName name={t('order.name.feedback', { order: page.model.title })} />
      <OrderView {...page} replyAnswer={refused ?? answer} />
    </>
  )
}
