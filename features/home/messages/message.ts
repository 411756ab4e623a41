import type { Role } from '#web/roles.ts'
import { isUsedUp, messageId, renewCounts, type MessageConfig, type MessageCounts } from '#lib/message-counters.ts'
import { readMessage, type ReadMessage } from '#shui/message/read-message.ts'
import { day } from '#lib/duration.ts'
import type { SellerLevel } from '#features/core/seller-level/seller-level.ts'

/** A reader's role at their current seller, or operator. */
export type ReaderRole = Role | 'operator'

/** The audience of a message. Null matches everybody; all conditions must hold. */
export interface Audience {
  levels: readonly SellerLevel[] | null
  /** ISO 3166 codes. */
  countries: readonly string[] | null
  minOrders: number | null
  maxOrders: number | null
  /** Only sellers registered within this many days. */
  newForDays: number | null
  /** User names. */
  sellers: readonly string[] | null
  roles: readonly ReaderRole[] | null
}

export interface MessageMemory {
  views: number
  lastShownAt: Date | null
  dismissals: number
  dismissedForGood: boolean
  readAt: Date | null
}

export interface StoredMessage {
  key: string
  /** `all`, or the only locale it is for. */
  locale: string
  /** The view model of the specification; may be invalid. */
  model: unknown
  audience: Audience
  /** Paths; `/*` at the end includes all below. Null for every page. */
  pages: readonly string[] | null
  startsAt: Date | null
  endsAt: Date | null
  priority: number
  createdAt: Date
  memory: MessageMemory
}

export interface SoundMessage extends StoredMessage {
  read: ReadMessage
}

export interface Reader {
  /** Null for a reader without seller or operator rights. */
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

export const maxShownMessages = 4

export const keptDays = 90

/** Messages last shown before this time are dropped. */
export const keptSince = (now: Date) => new Date(now.getTime() - keptDays * day)

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

/** Whether a reader belongs to an audience. Seller conditions exclude readers without a seller. */
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

export function isOn(pages: readonly string[] | null, pathname: string): boolean {
  if (pages === null) return true
  return pages.some((page) => (page.endsWith('/*') ? `${pathname}/`.startsWith(page.slice(0, -1)) : page === pathname))
}

export function isCurrent({ startsAt, endsAt }: Pick<StoredMessage, 'startsAt' | 'endsAt'>, now: Date): boolean {
  return (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt)
}

/** Remaining counts by the server's record, in the cookies' format. */
export function remembered(config: MessageConfig, memory: MessageMemory): MessageCounts {
  const left = (most: number | null | undefined, used: number) => (Number.isInteger(most) ? Number(most) - used : null)
  return {
    viewsLeft: memory.dismissedForGood ? 0 : left(config.maxViews, memory.views),
    // A limit of 0 means no limit, as for the cookies.
    dismissalLeft: Number(config.maxDismissal) > 0 ? left(config.maxDismissal, memory.dismissals) : null,
  }
}

/** The messages of a page, most important first. */
export interface PageChoice {
  /** Those shown only if the document already shows them have a `maxViews` of 0. */
  shown: SoundMessage[]
  /** Not shown, but counted in this browser's cookies, which must be renewed on each visit. */
  renewed: MessageConfig[]
}

interface PageToChooseFor {
  reader: Reader
  pathname: string
  now: Date
  cookies: (id: string | null) => MessageCounts
  /** Whether the document may already show messages. */
  isInDocument: boolean
}

/**
 * Chooses messages by audience, page and time that are not used up on the server or in this browser: at most
 * `mostAtOnce`, by priority, then newest. A view lasts as long as its document, so within one, messages at their view
 * limit are included; the browser knows whether this is their last view.
 */
export function chooseMessages(messages: readonly SoundMessage[], where: PageToChooseFor): PageChoice {
  const { reader, pathname, now, cookies, isInDocument } = where
  const countsOf = ({ read: { config }, memory }: SoundMessage) => [
    remembered(config, memory),
    cookies(messageId(config)),
  ]
  const isSpent = (message: SoundMessage) => countsOf(message).some((counts) => isUsedUp(message.read.config, counts))
  const addressed = inOneLocale(messages.filter((message) => isAddressedTo(message, reader, now)))
  const onPage = addressed
    .filter(({ pages }) => isOn(pages, pathname))
    .toSorted((a, b) => b.priority - a.priority || since(b) - since(a) || (a.key < b.key ? -1 : 1))
  const fresh = onPage.filter((message) => !isSpent(message)).slice(0, maxShownMessages)
  const shown = onPage.flatMap((message) => {
    if (fresh.includes(message)) return message
    return isInDocument && isSpent(message) && mayBeOpen(message, countsOf(message)) ? withoutViews(message) : []
  })
  const renewed = addressed
    .filter((message) => !fresh.includes(message))
    .map(({ read: { config } }) => config)
    .filter((config) => renewCounts(config, cookies(messageId(config))).length > 0)
  return { shown, renewed }
}

/** Whether a used-up message may still be open: only its views, as far as known, are used up. */
function mayBeOpen({ read: { config }, memory }: SoundMessage, counts: readonly MessageCounts[]): boolean {
  const isClosed = counts.some(({ dismissalLeft }) => dismissalLeft !== null && dismissalLeft <= 0)
  return Number(config.maxViews) > 0 && !memory.dismissedForGood && !isClosed
}

/** A message that is drawn only if the document has already shown it. */
function withoutViews(message: SoundMessage): SoundMessage {
  const { read } = message
  return { ...message, read: { ...read, config: { ...read.config, maxViews: 0 } } }
}

/**
 * The message centre: current messages for the member on any page, and those shown lately about the current shop.
 * Newest first.
 */
export function inboxOf(
  messages: readonly SoundMessage[],
  { reader, now }: { reader: Reader; now: Date },
): SoundMessage[] {
  // Ignore size and age: a shop grows after a message for small or new shops was shown. With several shops, a message
  // may have been shown at another one.
  const anySize = { minOrders: null, maxOrders: null }
  const isKept = ({ memory: { lastShownAt }, locale, audience }: SoundMessage) =>
    lastShownAt !== null &&
    lastShownAt >= keptSince(now) &&
    speaks(locale, reader) &&
    isFor({ ...audience, ...anySize }, reader, lastShownAt)
  return inOneLocale(messages.filter((message) => isKept(message) || isAddressedTo(message, reader, now))).toSorted(
    (a, b) => dated(b).getTime() - dated(a).getTime() || (a.key < b.key ? -1 : 1),
  )
}

/** Date in the message centre: last shown, or the start of the message. */
export function dated({ memory, startsAt, createdAt }: StoredMessage): Date {
  return memory.lastShownAt ?? startsAt ?? createdAt
}

function isAddressedTo(message: SoundMessage, reader: Reader, now: Date): boolean {
  return isCurrent(message, now) && isFor(message.audience, reader, now) && speaks(message.locale, reader)
}

const speaks = (locale: string, reader: Reader) => locale === 'all' || locale === reader.locale
const since = ({ startsAt, createdAt }: StoredMessage) => (startsAt ?? createdAt).getTime()

/** Deduplicates messages, preferring one in the reader's locale to one for all. */
function inOneLocale(messages: readonly SoundMessage[]): SoundMessage[] {
  const own = new Set(messages.filter(({ locale }) => locale !== 'all').map(({ key }) => key))
  return messages.filter(({ key, locale }) => locale !== 'all' || !own.has(key))
}
