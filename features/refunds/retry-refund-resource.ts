import { redirect } from 'react-router'
import { readTaskBack } from '#features/task/task-back.ts'
import { textOf } from '#lib/form-fields.ts'
import { sellerAction } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { parseRefundKey } from './refund.ts'
import { retryRefund } from './retry-refund-db.server.ts'
import { settleRefund } from './settle-refunds.server.ts'

/** Asks once more for a refund that the payment side has refused (`refund`), and leads to its order, or `back` to the list of what is due. */
export const action = sellerAction('orders.refund', async ({ form, hub, seller, member, write }) => {
  const key = parseRefundKey(textOf(form, 'refund'))
  if (!key) throw refuse('not-found')
  const actor = { kind: 'MEMBER', id: member.id, name: member.name } as const
  const outcome = await write((db) => retryRefund(db, { sellerId: seller.id, key, actor, now: hub.now() }))
  if (!outcome.ok && outcome.reason === 'unknown') throw refuse('not-found')
  // Somebody was first, or the money went back another way: the order's page says how it stands.
  if (outcome.ok) await settleRefund(hub, seller.id, key)
  const back = outcome.ok ? readTaskBack(form, 'refunded') : null
  return redirect(back ?? paths.orderDetails(outcome.number), { status: 303 })
})
