import type { Texts } from '#texts/texts.ts'
import { navLink, type NavSection } from '#web/nav-link.ts'
import { isAtOrBelow, paths } from '#web/paths.ts'
import type { SideCount } from '#web/side-count.ts'

export const isMessagesPlace = (pathname: string): boolean =>
  [paths.conversations, paths.conversationPage, paths.messages, paths.offers, paths.offerPage].some((place) =>
    isAtOrBelow(place, pathname),
  )

const isOffersPlace = (pathname: string) =>
  [paths.offers, paths.offerPage].some((place) => isAtOrBelow(place, pathname))

/** Links to the inbox, which has notices for all members and conversations for those who talk to buyers. */
export function messagesNavigation({
  url: { pathname },
  texts: { t },
  mayTalk,
  seesOffers,
  unread,
  offersToAnswer,
}: {
  url: URL
  texts: Texts
  mayTalk: boolean
  seesOffers: boolean
  offersToAnswer: SideCount
  /** Unread messages of buyers and notices of the marketplace. */
  unread: SideCount
}): NavSection {
  const start = mayTalk ? paths.conversations : paths.messages
  const isAtOffers = isOffersPlace(pathname)
  const inbox = { ...navLink(t('conversations.title'), start, isMessagesPlace(pathname) && !isAtOffers), count: unread }
  const offers = seesOffers ? [{ ...navLink(t('word.offers'), paths.offers, isAtOffers), count: offersToAnswer }] : []
  const templates = mayTalk ? [navLink(t('talk.templates'), paths.templates, false)] : []
  const navGroups = [{ heading: t('conversations.title'), navItems: [inbox, ...offers, ...templates] }]
  return { navItem: { ...navLink(t('conversations.title'), start, false), navGroups }, navGroups }
}
