import type { Texts } from '#texts/texts.ts'
import { navLink, type NavSection } from '#web/nav-link.ts'
import { isAtOrBelow, paths } from '#web/paths.ts'
import type { SideCount } from '#web/side-count.ts'

export const isMessagesPlace = (pathname: string): boolean =>
  [paths.conversations, paths.conversationPage, paths.messages].some((place) => isAtOrBelow(place, pathname))

/** Links to the inbox, which has notices for all members and conversations for those who talk to buyers. */
export function messagesNavigation({
  url: { pathname },
  texts: { t },
  mayTalk,
  unread,
}: {
  url: URL
  texts: Texts
  mayTalk: boolean
  /** Unread messages of buyers and notices of the marketplace. */
  unread: SideCount
}): NavSection {
  const start = mayTalk ? paths.conversations : paths.messages
  const inbox = { ...navLink(t('conversations.title'), start, isMessagesPlace(pathname)), count: unread }
  const templates = mayTalk ? [navLink(t('talk.templates'), paths.templates, false)] : []
  const navGroups = [{ heading: t('conversations.title'), navItems: [inbox, ...templates] }]
  return { navItem: { ...navLink(t('conversations.title'), start, false), navGroups }, navGroups }
}
