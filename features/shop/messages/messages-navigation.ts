import type { NavGroupModel, NavItemModel } from '#shui/navigation/navigation-model.ts'
import type { Texts } from '#texts/texts.ts'
import { navLink } from '#web/nav-link.ts'
import { isAtOrBelow, paths } from '#web/paths.ts'
import type { SideCount } from '#web/side-count.ts'

export interface MessagesNavigation {
  navItem: NavItemModel
  navGroups: NavGroupModel[]
}

export const isMessagesPlace = (pathname: string): boolean =>
  [paths.conversations, paths.conversationPage, paths.messages].some((place) => isAtOrBelow(place, pathname))

/** Links to buyers' messages, for roles that talk to buyers, and to the marketplace's notices. */
export function messagesNavigation({
  url: { pathname },
  texts: { t },
  mayTalk,
  unread = null,
  notices = null,
}: {
  url: URL
  texts: Texts
  mayTalk: boolean
  unread?: SideCount
  notices?: SideCount
}): MessagesNavigation {
  const inbox = {
    ...navLink(t('conversations.title'), paths.conversations, isMessagesPlace(pathname) && pathname !== paths.messages),
    count: unread,
  }
  const navItems = [
    ...(mayTalk ? [inbox] : []),
    { ...navLink(t('messages.title'), paths.messages, pathname === paths.messages), count: notices },
  ]
  const navGroups = [{ heading: t('conversations.title'), navItems }]
  const start = mayTalk ? paths.conversations : paths.messages
  return { navItem: { ...navLink(t('conversations.title'), start, false), navGroups }, navGroups }
}
