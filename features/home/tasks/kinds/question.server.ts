import { sql } from 'kysely'
import { conversationsList } from '#features/orders/conversations/conversations-list.server.ts'
import { replyHref } from '#features/orders/conversations/thread-id.ts'
import { listHref } from '#features/machinery/grid/list-query.ts'
import { day } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import type { TaskKind } from '#features/core/task/task-kind.ts'

/** Buyers are answered within a day; later is late. */
const answerWithin = day

/**
 * Unanswered messages of buyers, also about a listing: `detail` is then the conversation and the buyer. Members who may
 * not read them are sent to the order or listing.
 */
export const questionKind: TaskKind = {
  id: 'question',
  label: 'tasks.kind.question',
  icon: 'question',
  alone: (at) => sql`
    select o.id, null::text, c.awaiting_since + make_interval(secs => ${answerWithin / 1000}), null::text, null::text,
      o.currency, o.total_minor, o.total_value
    from conversations c join orders o on o.seller_id = ${at(({ sellerId }) => sellerId)} and o.id = c.order_id
    where c.seller_id = ${at(({ sellerId }) => sellerId)} and c.awaiting_since is not null
    union all
    select null::bigint, l.item_number, c.awaiting_since + make_interval(secs => ${answerWithin / 1000}), null::text,
      c.thread || ' ' || c.buyer_username, l.currency, l.price_minor, l.price_value
    from conversations c join listings l on l.seller_id = ${at(({ sellerId }) => sellerId)} and l.id = c.listing_id
    where c.seller_id = ${at(({ sellerId }) => sellerId)} and c.awaiting_since is not null`,
  one: ({ key, orderNumber, buyer: ofOrder, detail }, { texts, role }) => {
    const { t } = texts
    const [, question, asker] = /^(\S+) (.*)$/s.exec(detail ?? '') ?? []
    const title = t('tasks.question', { buyer: asker === undefined ? ofOrder : shownBuyer(asker, texts) })
    const words = { title, facts: [key], namesBuyer: true } as const
    if (!mayDo(role, 'buyers.talk'))
      return { ...words, href: question ? paths.listing(key) : paths.orderDetails(orderNumber), action: null }
    const href = replyHref(question ?? orderNumber)
    return { ...words, href, action: { text: t('word.answer'), label: title, href, inPlace: 'question' } }
  },
  many: ({ tasks }, { texts: { t }, role }) => {
    const title = t('tasks.question.more', { n: tasks })
    if (!mayDo(role, 'buyers.talk')) return { title, href: paths.tasks({ kind: 'question' }), action: null }
    const href = listHref(conversationsList, null, { filters: { standing: ['unanswered'] } })
    const text = t('tasks.answer.doAll')
    return { title, href, action: { text, label: `${text}: ${t('tasks.kind.question')}`, href } }
  },
}
