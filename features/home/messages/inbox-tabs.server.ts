import { tabsFrom } from '#features/machinery/grid/list-model.ts'
import { openList } from '#features/machinery/grid/list-query.ts'
import { readerOf } from '#features/machinery/grid/list-routes.server.ts'
import { conversationsList } from '#features/orders/conversations/conversations-list.server.ts'
import type { GridTab } from '#shui/grid/grid-model.ts'
import type { Texts } from '#texts/texts.ts'
import type { MemberArgs } from '#web/guard.server.ts'
import { ownRows } from '#web/own-rows.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import { readUnread } from './page-messages.server.ts'

/** Tab of the marketplace's notices, after those of the conversations. */
export async function noticesTab(visit: MemberArgs): Promise<GridTab> {
  return tabOf(await readUnread(visit.hub.db.owner, visit, visit.hub.now()), false, visit.texts)
}

const tabOf = (unread: number, active: boolean, { t, number }: Texts): GridTab => ({
  id: 'notices',
  label: t('messages.title'),
  count: unread > 0 ? number(unread) : null,
  href: paths.messages,
  active,
  urgent: true,
})

/** Tabs of the inbox on the page of the notices; none for members who do not talk to buyers. */
export async function inboxTabs({ hub, signedIn: { seller }, texts }: MemberArgs, unread: number): Promise<GridTab[]> {
  if (!seller || !mayDo(seller.role, conversationsList.access)) return []
  const at = { pathname: paths.conversations, searchParams: new URLSearchParams() }
  const all = openList(conversationsList, at, readerOf({ hub, seller }))
  const facts = await ownRows(hub, seller.id).read((db) => conversationsList.facts(db, all))
  return [...tabsFrom(conversationsList, all, facts, texts), tabOf(unread, true, texts)]
}
