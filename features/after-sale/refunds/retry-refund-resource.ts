import { redirect } from '#web/router/router.ts'
import { readTaskBack } from '#features/core/task/task-back.ts'
import { textOf } from '#lib/form-fields.ts'
import { sellerAction } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { parseRefundKey } from './refund.ts'
import { retryRefund, settleElsewhere } from './retry-refund-db.server.ts'
import { settleRefund } from './settle-refunds.server.ts'

/**
 * Retries a refused refund (`refund`) or records that it was paid another way (`step` is `settle`). Redirects to the
 * order, or to the task list in `back`.
 */
export const action = sellerAction('orders.refund', async ({ form, hub, seller, member, write }) => {
  const key = parseRefundKey(textOf(form, 'refund'))
  if (!key) throw refuse('not-found')
  const actor = { kind: 'MEMBER', id: member.id, name: member.name } as const
  const refund = { sellerId: seller.id, key, actor, now: hub.now() }
  const isSettled = textOf(form, 'step') === 'settle'
  const outcome = await write((db) =>
    isSettled ? settleElsewhere(db, { ...refund, followers: hub.refunds.followers }) : retryRefund(db, refund),
  )
  if (!outcome.ok && outcome.reason === 'unknown') throw refuse('not-found')
  // Already retried, or refunded another way: the order's page shows the current state.
  if (outcome.ok && !isSettled) await settleRefund(hub, seller.id, key)
  const back = outcome.ok ? readTaskBack(form, 'refunded') : null
  return redirect(back ?? paths.orderDetails(outcome.number), { status: 303 })
})
