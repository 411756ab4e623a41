import { sql } from 'kysely'
import type { TaskKind } from '#features/core/task/task-kind.ts'
import { offersToAnswerHref } from '#features/selling/offers/offers-list.server.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'

/** Offers of buyers that await the seller. At stake is what the buyer offers. */
export const offerKind: TaskKind = {
  id: 'offer',
  label: 'word.offers',
  icon: 'money',
  // Planned for a small shop, a join reads all listings of a large one, and so does a title from an index of titles.
  alone: (at) => sql`
    select null::bigint, b.offer_key, b.due_at, null::text,
      (select l.title from listings l
        where l.seller_id = ${at(({ sellerId }) => sellerId)} and l.id = b.listing_id and l.item_number <> ''),
      b.currency, b.price_minor * b.units, b.price_value * b.units
    from buyer_offers b
    where b.seller_id = ${at(({ sellerId }) => sellerId)} and b.turn = 'SELLER'
      and b.due_at > ${at(({ now }) => now)}::timestamptz`,
  one: ({ key, detail }, { texts: { t }, role }) => {
    const title = t('tasks.offer', { item: detail ?? '' })
    const href = paths.offer(key)
    return {
      title,
      href,
      action: mayDo(role, 'listings.edit') ? { text: t('word.answer'), label: title, href } : null,
    }
  },
  many: ({ tasks }, { texts: { t }, role }) => {
    const title = t('tasks.offer.more', { n: tasks })
    const href = offersToAnswerHref
    const text = t('tasks.answer.doAll')
    const label = `${text}: ${t('word.offers')}`
    return { title, href, action: mayDo(role, 'listings.edit') ? { text, label, href } : null }
  },
}
