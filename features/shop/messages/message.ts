import type { Role } from '#web/roles.ts'
import { isUsedUp, messageId, renewCounts } from '#lib/message-counters.ts'
import type { MessageConfig, MessageCounts } from '#lib/message-counters.ts'
import { readMessage } from '#shui/message/read-message.ts'
import type { ReadMessage } from '#shui/message/read-message.ts'
import { day } from '#lib/duration.ts'
import type { SellerLevel } from '#features/shop/seller-level/seller-level.ts'

/** What somebody is to the hub: their role at the seller they work for, or operator of the marketplace. */
export type ReaderRole = Role | 'operator'

/** Whom a message is for. Null asks for nothing; what is asked for must all be so. */
export interface Audience {
  levels: readonly SellerLevel[] | null
  /** ISO 3166 codes. */
  countries: readonly string[] | null
  /** By how many orders the seller has in the hub. */
  minOrders: number | null
  maxOrders: number | null
  /** Only who registered so many days ago or later. */
  newForDays: number | null
  /** User names. */
  sellers: readonly string[] | null
  roles: readonly ReaderRole[] | null
}

/** What a member has done with a message so far, in all browsers together. */
export interface MessageMemory {
  /** Page loads it was shown in. */
  views: number
  lastShownAt: Date | null
  dismissals: number
  dismissedForGood: boolean
  readAt: Date | null
}

/** A message of the marketplace, as it is stored, with what the reader has done with it. */
export interface StoredMessage {
  key: string
  /** `all`, or the only locale it is for. */
  locale: string
  /** The specification's message view model, if it is one. */
  model: unknown
  audience: Audience
  /** Paths; one that ends in `/*` is all below it too. Null is every page. */
  pages: readonly string[] | null
  startsAt: Date | null
  endsAt: Date | null
  priority: number
  createdAt: Date
  memory: MessageMemory
}

/** A message whose model can be drawn. */
export interface SoundMessage extends StoredMessage {
  read: ReadMessage
}

/** Who is reading, as far as an audience asks. */
export interface Reader {
  /** Null for who has neither a seller nor the marketplace. */
  role: ReaderRole | null
  locale: string
  seller: {
    username: string
    country: string
    level: SellerLevel | null
    registeredAt: Date
    orders: number
  } | null
}

/** Messages that show on a page at once, at most. */
export const mostAtOnce = 4

/** How long the message centre keeps what was shown. */
export const keptDays = 90

/** Since when a message must have been shown to be kept still. */
export const keptSince = (now: Date) => new Date(now.getTime() - keptDays * day)

/** Parts messages that can be drawn from broken ones. */
export function soundMessages(messages: readonly StoredMessage[]): { sound: SoundMessage[]; broken: StoredMessage[] } {
  const sound: SoundMessage[] = []
  const broken: StoredMessage[] = []
  for (const message of messages) {
    const read = readMessage(message.model)
    if (read === null) broken.push(message)
    else sound.push({ ...message, read })
  }
  return { sound, broken }
}

/** Whether somebody belongs to an audience. What is asked of a seller, nobody without one is. */
export function isFor(audience: Audience, { role, seller }: Reader, now: Date): boolean {
  const { levels, countries, minOrders, maxOrders, newForDays, sellers, roles } = audience
  if (roles !== null && (role === null || !roles.includes(role))) return false
  if (seller === null)
    return [levels, countries, minOrders, maxOrders, newForDays, sellers].every((part) => part === null)
  return (
    (levels === null || (seller.level !== null && levels.includes(seller.level))) &&
    (countries === null || countries.includes(seller.country)) &&
    (minOrders === null || seller.orders >= minOrders) &&
    (maxOrders === null || seller.orders <= maxOrders) &&
    (newForDays === null || now.getTime() - seller.registeredAt.getTime() <= newForDays * day) &&
    (sellers === null || sellers.includes(seller.username))
  )
}

/** Whether a page is among the pages of a message. */
export function isOn(pages: readonly string[] | null, pathname: string): boolean {
  if (pages === null) return true
  return pages.some((page) => (page.endsWith('/*') ? `${pathname}/`.startsWith(page.slice(0, -1)) : page === pathname))
}

/** Whether a message is being said now: from its start up to its end. */
export function isCurrent({ startsAt, endsAt }: Pick<StoredMessage, 'startsAt' | 'endsAt'>, now: Date): boolean {
  return (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt)
}

/** What is left of a message's counts by the server's memory, as a cookie would say it. */
export function remembered(config: MessageConfig, memory: MessageMemory): MessageCounts {
  const left = (most: number | null | undefined, used: number) => (Number.isInteger(most) ? Number(most) - used : null)
  return {
    viewsLeft: memory.dismissedForGood ? 0 : left(config.maxViews, memory.views),
    // A limit of none is no limit, by the cookies' contract.
    dismissalLeft: Number(config.maxDismissal) > 0 ? left(config.maxDismissal, memory.dismissals) : null,
  }
}

/** What a page says, the most important first. */
export interface PageChoice {
  /** Those that a document shows only where it does already have a `maxViews` of 0. */
  shown: SoundMessage[]
  /** Not shown, but counted in this browser's cookies, which must be written again on each visit to last. */
  renewed: MessageConfig[]
}

interface PageToChooseFor {
  reader: Reader
  pathname: string
  now: Date
  /** What this browser has counted. */
  cookies: (id: string | null) => MessageCounts
  /** Whether it is drawn in a document that may show messages already. */
  isInDocument: boolean
}

/**
 * The messages for a reader on a page: those of the audience, of the page and of the time that are used up neither by
 * the server's memory nor by this browser's cookies; `mostAtOnce` of them, by priority, then the newest first. A view is
 * as long as its document: within one, those come along among them that were seen as often as they may be, for only the
 * browser knows whether this is their last view.
 */
export function chooseMessages(messages: readonly SoundMessage[], where: PageToChooseFor): PageChoice {
  const { reader, pathname, now, cookies, isInDocument } = where
  const countsOf = ({ read: { config }, memory }: SoundMessage) => [
    remembered(config, memory),
    cookies(messageId(config)),
  ]
  const isSpent = (message: SoundMessage) => countsOf(message).some((counts) => isUsedUp(message.read.config, counts))
  const said = inOneLocale(messages.filter((message) => isSaidTo(message, reader, now)))
  const here = said
    .filter(({ pages }) => isOn(pages, pathname))
    .toSorted((a, b) => b.priority - a.priority || since(b) - since(a) || (a.key < b.key ? -1 : 1))
  const fresh = here.filter((message) => !isSpent(message)).slice(0, mostAtOnce)
  const shown = here.flatMap((message) => {
    if (fresh.includes(message)) return message
    return isInDocument && isSpent(message) && mayBeOpen(message, countsOf(message)) ? withoutViews(message) : []
  })
  const renewed = said
    .filter((message) => !fresh.includes(message))
    .map(({ read: { config } }) => config)
    .filter((config) => renewCounts(config, cookies(messageId(config))).length > 0)
  return { shown, renewed }
}

/** Whether a used up message may stand open somewhere: only its views are used up, as far as is known. */
function mayBeOpen({ read: { config }, memory }: SoundMessage, counts: readonly MessageCounts[]): boolean {
  const isClosed = counts.some(({ dismissalLeft }) => dismissalLeft !== null && dismissalLeft <= 0)
  return Number(config.maxViews) > 0 && !memory.dismissedForGood && !isClosed
}

/** A message as the kit draws it only where the document has shown it. */
function withoutViews(message: SoundMessage): SoundMessage {
  const { read } = message
  return { ...message, read: { ...read, config: { ...read.config, maxViews: 0 } } }
}

/**
 * A member's message centre: what is said to them now, on whatever page, and what was shown to them lately of what concerns
 * the shop they work for. Newest first.
 */
export function inboxOf(
  messages: readonly SoundMessage[],
  { reader, now }: { reader: Reader; now: Date },
): SoundMessage[] {
  // A shop gains orders and grows old; what was for small and new ones was said to it all the same. A member may work for
  // several: what was shown at a newer one was not for one that was old already.
  const anySize = { minOrders: null, maxOrders: null }
  const isKept = ({ memory: { lastShownAt }, locale, audience }: SoundMessage) =>
    lastShownAt !== null &&
    lastShownAt >= keptSince(now) &&
    speaks(locale, reader) &&
    isFor({ ...audience, ...anySize }, reader, lastShownAt)
  return inOneLocale(messages.filter((message) => isKept(message) || isSaidTo(message, reader, now))).toSorted(
    (a, b) => dated(b).getTime() - dated(a).getTime() || (a.key < b.key ? -1 : 1),
  )
}

/** The moment a message centre shows beside a message: when it was last shown, else since when it is said. */
export function dated({ memory, startsAt, createdAt }: StoredMessage): Date {
  return memory.lastShownAt ?? startsAt ?? createdAt
}

function isSaidTo(message: SoundMessage, reader: Reader, now: Date): boolean {
  return isCurrent(message, now) && isFor(message.audience, reader, now) && speaks(message.locale, reader)
}

const speaks = (locale: string, reader: Reader) => locale === 'all' || locale === reader.locale
const since = ({ startsAt, createdAt }: StoredMessage) => (startsAt ?? createdAt).getTime()

/** Each message once: what is written in a locale of its own goes before what is for all. */
function inOneLocale(messages: readonly SoundMessage[]): SoundMessage[] {
  const own = new Set(messages.filter(({ locale }) => locale !== 'all').map(({ key }) => key))
  return messages.filter(({ key, locale }) => locale !== 'all' || !own.has(key))
}
