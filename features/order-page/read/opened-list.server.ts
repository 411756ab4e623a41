import { openFrom } from '#features/machinery/grid/list-routes.server.ts'
import { conversationsList } from '#features/orders/conversations/conversations-list.server.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'

/** List of conversations that the page was opened from. Forms of other pages name the list of those. */
export function openedList(visit: SellerArgs) {
  const { searchParams } = visit.url
  const from = searchParams.has('page') ? null : searchParams.get('from')
  return { from, list: openFrom(conversationsList, paths.conversations, from ?? '', visit) }
}
