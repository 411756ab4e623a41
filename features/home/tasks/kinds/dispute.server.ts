import { sql } from 'kysely'
import type { TaskKind } from '#features/core/task/task-kind.ts'
import type { DisputeReason } from '#features/after-sale/disputes/dispute.ts'
import { answerId } from '#features/payments/disputes/dispute-form.ts'
import { disputesToAnswerHref } from '#features/payments/disputes/disputes-list.server.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'

/** Payment disputes that await the seller, for readers who may see money. */
export const disputeKind: TaskKind = {
  id: 'dispute',
  label: 'word.paymentDisputes',
  icon: 'money',
  alone: (at) => sql`
    select order_id, dispute_number, respond_by, null::text, reason, currency, amount_minor,
      amount_minor * case currency_decimals(currency) when 0 then 1000 when 2 then 10 else 1 end
    from disputes where seller_id = ${at(({ sellerId }) => sellerId)} and state = 'ACTION_NEEDED'
      and ${at(({ seesMoney }) => seesMoney)}::boolean`,
  one: ({ key, orderNumber, detail }, { texts: { t }, role }) => {
    const title = t('tasks.dispute', { number: orderNumber })
    const href = paths.disputeDetails(key)
    return {
      title,
      href,
      facts: [t(`disputes.reason.${detail as DisputeReason}`)],
      action: mayDo(role, 'orders.refund')
        ? { text: t('word.answer'), label: title, href: `${href}#${answerId}` }
        : null,
    }
  },
  many: ({ tasks }, { texts: { t }, role }) => {
    const title = t('tasks.dispute.more', { n: tasks })
    const href = disputesToAnswerHref
    const text = t('tasks.answer.doAll')
    const label = `${text}: ${t('word.paymentDisputes')}`
    return { title, href, action: mayDo(role, 'orders.refund') ? { text, label, href } : null }
  },
}
