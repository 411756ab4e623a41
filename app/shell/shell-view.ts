import { mayDo, type Role } from '#web/roles.ts'
import type { SignedIn } from '#web/signed-in.ts'
import type { OperatorOptOut } from '#features/home/opt-out/opt-out-file.ts'
import { isPerformancePlace } from '#features/insights/seller-level/performance-navigation.ts'
import { isResearchPlace } from '#features/insights/research/research-navigation.ts'
import { isPaymentsPlace } from '#features/payments/summary/payments-navigation.ts'
import { isReportsPlace } from '#features/reports/runs/reports-navigation.ts'
import { optOutModel } from '#features/home/opt-out/opt-out-view.ts'
import { isListingsPlace } from '#features/selling/listings/listings-navigation.ts'
import type { OrdersNavigation } from '#features/order-page/navigation/orders-navigation.ts'
import type { FeedbackLinkModel } from '#shui/feedback-link/feedback-link.tsx'
import type { HeaderModel } from '#shui/header/header.tsx'
import type { NavGroupModel, NavItemModel } from '#shui/navigation/navigation-model.ts'
import type { MessagesLinkModel } from '#shui/navigation/side-area.tsx'
import type { OptOutModel } from '#shui/opt-out/opt-out-model.ts'
import type { Texts } from '#texts/texts.ts'
import { isMessagesPlace } from '#features/home/messages/messages-navigation.ts'
import { settingsGroups } from '#features/settings/preferences/settings-pages.ts'
import { pinnedNavigation } from '#features/home/overview/pinned-navigation.ts'
import { isPage, pinsFrom, type Pin } from '#features/home/overview/pins.ts'
import { navLink, type NavSection } from '#web/nav-link.ts'
import { paths, isAtOrBelow, places } from '#web/paths.ts'
import { startPage } from '#web/start-page.ts'
import type { SideCount } from '#web/side-count.ts'

export interface ShellModel {
  /** Link of the brand; `/` only redirects there, and has no data to fetch ahead. */
  startHref: string
  header: HeaderModel
  navItems: NavItemModel[]
  navGroups: NavGroupModel[]
  sectionLabel: string
  messagesLinkData: MessagesLinkModel
  /** Null if the operator configured no address. */
  feedbackLinkData: FeedbackLinkModel | null
  /** Null for members who use the previous tool or work for no seller. */
  optOutLinkData: OptOutModel | null
  /** Other origins of the previous tool. */
  previousToolOrigins: readonly string[]
  account: AccountModel
  /** Where dropped files go; null if the member may upload none. */
  uploadHref: string | null
}

export interface AccountModel {
  name: string
  initials: string
  /** Of the button; contains the initials, which it shows. */
  label: string
  role: string
  /** User name of the open shop. */
  shop: string | null
  /** The member's other shops. */
  others: { username: string; name: string; role: string }[]
  parts: { heading: string; links: { name: string; href: string }[] }[]
}

interface ShellInput {
  signedIn: SignedIn
  url: URL
  texts: Texts
  brand: { name: string; supportEmail: string | null }
  /** The operator's store link, if the seller has none: `{seller}` stands for the user name. */
  storeUrl: string | null
  optOut: OperatorOptOut
  previousToolOrigins: readonly string[]
  /** Null if the member works for no seller. */
  orders: OrdersNavigation | null
  /** Number of tasks overdue or due today. */
  dueTasks: SideCount
  listings: NavSection | null
  messages: NavSection | null
  /** Null if the member may see no amounts. */
  research: NavSection | null
  /** Null if the member has none of its pages. */
  performance: NavSection | null
  /** Null if the member may not see the seller's money. */
  payments: NavSection | null
  /** Null if the member works for no seller. */
  reports: NavSection | null
  /** Unread messages of buyers and notices of the marketplace. */
  unreadMessages: SideCount
}

/** The operator's store link for a seller; without a seller, only a link without `{seller}`. */
function storeOf(storeUrl: string | null, username: string | null): string | null {
  if (!storeUrl?.includes('{seller}')) return storeUrl
  return username === null ? null : storeUrl.replaceAll('{seller}', encodeURIComponent(username))
}

/** Builds the frame's view models, limited to existing destinations that the member may open. */
export function shellModel(input: ShellInput): ShellModel {
  const {
    signedIn,
    url,
    texts,
    brand,
    storeUrl,
    orders,
    listings,
    messages,
    research,
    performance,
    payments,
    reports,
  } = input
  const { t } = texts
  const { member, seller } = signedIn
  const store = seller?.storeUrl ?? storeOf(storeUrl, seller?.username ?? null)
  const link = (label: string, path: string) => navLink(label, path, url.pathname === path)
  const settings = settingsGroups(signedIn, texts)
  const overview = link(t('word.overview'), paths.overview)
  const toDo = { ...link(t('tasks.title'), paths.tasks()), count: input.dueTasks }
  const section = sectionOf(url.pathname)
  const others = [
    link(t('nav.health'), paths.operatorHealth),
    link(t('nav.connections'), paths.operatorConnections()),
    link(t('nav.apiKeys'), paths.marketplaceKeys),
    link(t('nav.webhooks'), paths.operatorWebhooks),
  ]
  // A seller's page belongs to the list of sellers.
  const isAtSellers = section === 'operator' && !others.some(({ active }) => active)
  const marketplace = {
    heading: t('nav.marketplace'),
    navItems: [{ ...link(t('word.sellers'), paths.operator), active: isAtSellers }, ...others],
  }
  const sections = [
    ...(orders ? [orders.navItem] : []),
    ...(listings ? [listings.navItem] : []),
    ...(research ? [research.navItem] : []),
    ...(performance ? [performance.navItem] : []),
    ...(payments ? [payments.navItem] : []),
    ...(reports ? [reports.navItem] : []),
    ...(member.isOperator ? [{ ...link(t('nav.marketplace'), paths.operator), navGroups: [marketplace] }] : []),
  ]
  const all = link(t('settings.all'), paths.settings())
  const settingsNavigation = [
    { heading: t('nav.settings'), navItems: [all] },
    ...settings.map(({ name, pages }) => ({
      heading: name,
      navItems: pages.map((page) => navLink(page.name, page.href, isAtOrBelow(page.href, url.pathname))),
    })),
  ]
  const pins = pinsFrom(member.preferences.pins)
  const today = [
    { heading: t('nav.today'), navItems: [overview, ...(seller ? [toDo] : [])] },
    ...pinnedNavigation(pins, {
      // Messages have their link at the side of every page.
      navItems: [
        ...sections,
        ...(messages ? [messages.navItem] : []),
        { label: t('nav.settings'), navGroups: settingsNavigation },
      ],
      texts,
    }),
  ]
  const groups: Record<Section, { label: string; navGroups: NavGroupModel[] }> = {
    overview: { label: t('word.overview'), navGroups: today },
    orders: { label: t('word.orders'), navGroups: orders?.navGroups ?? [] },
    listings: { label: t('listings.title'), navGroups: listings?.navGroups ?? [] },
    messages: { label: t('conversations.title'), navGroups: messages?.navGroups ?? [] },
    research: { label: t('research.title'), navGroups: research?.navGroups ?? [] },
    performance: { label: t('level.nav'), navGroups: performance?.navGroups ?? [] },
    payments: { label: t('word.payments'), navGroups: payments?.navGroups ?? [] },
    reports: { label: t('reports.nav'), navGroups: reports?.navGroups ?? [] },
    settings: { label: t('nav.settings'), navGroups: settingsNavigation },
    operator: {
      label: t('nav.marketplace'),
      navGroups: [marketplace],
    },
  }
  const feedback = feedbackLink({
    to: brand.supportEmail,
    brandName: brand.name,
    username: seller?.username ?? member.name,
    url,
    texts,
  })
  return {
    startHref: startPage(signedIn),
    header: {
      memberName: seller?.username ?? member.name,
      feedback: seller ? { score: seller.feedbackScore } : null,
      storeLink: store ? { text: t('word.store'), action: { type: 'NAV', URL: store, newWindow: true } } : null,
    },
    navItems: [...(seller ? [{ ...overview, navGroups: today }] : []), ...sections],
    navGroups: groups[section].navGroups,
    sectionLabel: groups[section].label,
    messagesLinkData: {
      label: messages?.navItem.label ?? link(t('messages.title'), paths.messages).label,
      count: input.unreadMessages,
    },
    feedbackLinkData: brand.supportEmail === null ? null : feedback,
    // The operator's dialog may have an address if the hub has none.
    optOutLinkData:
      seller && !member.previousTool
        ? optOutModel({ texts, brandName: brand.name, feedback, operator: input.optOut })
        : null,
    previousToolOrigins: input.previousToolOrigins,
    account: accountModel(signedIn, texts, [
      {
        heading: t('nav.settings'),
        links: [
          { name: t('settings.all'), href: paths.settings() },
          ...settings.flatMap(({ name, pages: [first] }) => (first ? [{ name, href: first.href }] : [])),
        ],
      },
      {
        heading: t('grid.moreActions'),
        links: [...(seller ? [pinLink(url, pins, texts)] : []), { name: t('guides.title'), href: paths.guides() }],
      },
    ]),
    uploadHref: seller && mayDo(seller.role, 'files.upload') ? paths.uploads : null,
  }
}

function feedbackLink({
  to,
  brandName,
  username,
  url,
  texts: { t },
}: {
  to: string | null
  brandName: string
  username: string
  url: URL
  texts: Texts
}): FeedbackLinkModel {
  return {
    label: t('shell.feedback'),
    to,
    subject: t('shell.feedbackSubject', { brand: brandName }),
    username,
    site: url.origin,
    names: {
      username: t('accounts.feedback.username'),
      browser: t('accounts.feedback.browser'),
      site: t('accounts.feedback.site'),
    },
  }
}

type Section =
  | 'overview'
  | 'orders'
  | 'listings'
  | 'messages'
  | 'research'
  | 'performance'
  | 'payments'
  | 'reports'
  | 'settings'
  | 'operator'

function sectionOf(pathname: string): Section {
  if (isMessagesPlace(pathname)) return 'messages'
  if (isAtOrBelow(paths.orders, pathname)) return 'orders'
  if (isListingsPlace(pathname)) return 'listings'
  if (isResearchPlace(pathname)) return 'research'
  if (isPerformancePlace(pathname)) return 'performance'
  if (isPaymentsPlace(pathname)) return 'payments'
  if (isReportsPlace(pathname)) return 'reports'
  if (isAtOrBelow(places.settings, pathname)) return 'settings'
  return isAtOrBelow(paths.operator, pathname) ? 'operator' : 'overview'
}

/** Pins the open page, or leads to the pinned ones. */
function pinLink(url: URL, pins: readonly Pin[], { t }: Texts) {
  const page = url.pathname + url.search
  const isPinned = pins.some(({ id }) => id === page)
  const isOverview = [paths.overview, paths.tasks()].some((place) => isAtOrBelow(place, url.pathname))
  return isOverview || isPinned || !isPage(page)
    ? { name: t('overview.pinned.arrange'), href: paths.arrangeOverview() }
    : { name: t('overview.pin'), href: paths.arrangeOverview(page) }
}

function accountModel(signedIn: SignedIn, texts: Texts, parts: AccountModel['parts']): AccountModel {
  const { t } = texts
  const { member, seller, sellers } = signedIn
  const roleName = (role: Role | 'operator') => t('shell.role', { role })
  return {
    name: member.name,
    initials: initials(member.name),
    label: t('shell.account', { initials: initials(member.name), name: member.name }),
    role: roleName(seller?.role ?? 'operator'),
    shop: seller?.username ?? null,
    others: sellers.flatMap(({ id, username, displayName, role }) =>
      id === seller?.id ? [] : [{ username, name: displayName, role: roleName(role) }],
    ),
    parts,
  }
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
