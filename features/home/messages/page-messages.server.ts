import type { Kysely } from 'kysely'
import { awayPhase } from '#features/core/time-away/time-away.ts'
import { startOfDay, type LocalDate } from '#lib/zoned-time.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import { readNamed, type WaitVisit } from '#web/named-wait.server.ts'
import { pageDataHeader } from '#web/router/page-state.ts'
import type { Schema } from '#db/schema.ts'
import { readCookie } from '#lib/cookie.ts'
import { readCounts } from '#lib/message-counters.ts'
import type { WaitOutcome } from '#lib/named-wait.ts'
import type { MessageModel } from '#shui/message/message-model.ts'
import { chooseMessages, inboxOf, soundMessages, type Reader, type SoundMessage } from './message.ts'
import { markBroken, readMessages } from './messages-db.server.ts'

type MessageArgs = Pick<SellerArgs, 'hub' | 'requestId' | 'signedIn' | 'texts'>

export type PageMessagesModel = Awaited<ReturnType<typeof choosePageMessages>>

type PageArgs = MessageArgs & WaitVisit & { request: Request; url: URL }

/** Starts choosing the page's messages: a named wait in its own transaction. */
export function startPageMessages(
  args: PageArgs,
  now: Date,
  timeoutMs = args.hub.sideTimeoutMs,
): Promise<WaitOutcome<PageMessagesModel>> {
  const choose = (db: Kysely<Schema>) => choosePageMessages(db, args, now)
  return readNamed({ ...args, read: args.hub.db.asOwner }, 'messages', choose, timeoutMs)
}

/** Chooses by the server's record and this browser's cookies. */
async function choosePageMessages(db: Kysely<Schema>, args: PageArgs, now: Date) {
  const { sound, reader } = await readSoundMessages(db, args, now)
  const header = args.request.headers.get('cookie') ?? ''
  const { shown, renewed } = chooseMessages(sound, {
    reader,
    pathname: args.url.pathname,
    now,
    cookies: (id) => readCounts(id, (name) => readCookie(header, name)),
    // The router requests a page's data without a document.
    isInDocument: args.request.headers.has(pageDataHeader),
  })
  return {
    models: [
      ...suspensionNotice(args),
      ...awayNotice(args, now),
      ...shown.map(({ model, read: { config } }) => ({ ...(model as MessageModel), config })),
    ],
    // Not shown, but counted in this browser: their cookies are renewed because browsers expire them.
    renewed,
    unread: unreadOf(sound, reader, now),
  }
}

/** Shown on every page of a suspended shop, where listings would otherwise appear to be on sale. */
function suspensionNotice({ signedIn, texts: { t, moment } }: MessageArgs): MessageModel[] {
  const since = signedIn.seller?.suspendedAt
  if (!since) return []
  const content = [t('accounts.suspended.body', { since: moment(since, 'date') })]
  return [{ type: 'alert', title: t('accounts.suspended.title'), content }]
}

/** Shown on every page while the seller is away, and on the overview before; not on its own page, which says more. */
function awayNotice({ signedIn: { seller }, texts: { locale }, url }: PageArgs, now: Date): MessageModel[] {
  if (!seller?.timeAway || url.pathname === paths.timeAway) return []
  const { timeZone: zone, timeAway: away, role } = seller
  const phase = awayPhase(away, now, zone)
  if (phase === 'over' || (phase === 'planned' && url.pathname !== paths.overview)) return []
  const texts = textsFor(locale, zone)
  const dayOf = (day: LocalDate) => texts.moment(startOfDay(day, zone), 'day')
  const days = { from: dayOf(away.from), to: dayOf(away.to) }
  const listings = { text: texts.t(`timeAway.notice.${away.listings}`) }
  const link = { text: texts.t('timeAway.notice.change'), action: { type: 'NAV', URL: paths.timeAway } } as const
  return [
    {
      type: 'info',
      title: texts.t(phase === 'planned' ? 'timeAway.notice.planned' : 'timeAway.notice', days),
      content: [{ textSpans: mayDo(role, 'listings.edit') ? [listings, { text: ' ' }, link] : [listings] }],
    },
  ]
}

/** Number of notices that the member has not read. */
export async function readUnread(db: Kysely<Schema>, args: MessageArgs, now: Date): Promise<number> {
  const { sound, reader } = await readSoundMessages(db, args, now)
  return unreadOf(sound, reader, now)
}

const unreadOf = (sound: readonly SoundMessage[], reader: Reader, now: Date) =>
  inboxOf(sound, { reader, now }).filter(({ memory }) => memory.readAt === null).length

/** The valid messages. A broken one, from a manually changed row, is logged once and left out. */
export async function readSoundMessages(
  db: Kysely<Schema>,
  { hub, requestId, signedIn, texts }: MessageArgs,
  now: Date,
): Promise<{ sound: SoundMessage[]; reader: Reader }> {
  const { messages, reader } = await readMessages(db, { signedIn, locale: texts.locale, now })
  const { sound, broken } = soundMessages(messages)
  for (const { key, locale } of broken) {
    if (await markBroken(db, { key, locale, now }))
      hub.log.error({ requestId, key, locale }, 'Invalid model for shui-messages')
  }
  return { sound, reader }
}
