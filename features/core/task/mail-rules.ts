import { hour, minute } from '#lib/duration.ts'
import { addDays, momentOf, wallClockAt } from '#lib/zoned-time.ts'
import type { Role } from '#web/roles.ts'

/** Changes of stock of which a member may be mailed: without sales for long, and a price below cost, too. */
export const stockNews = ['LOW', 'GONE', 'BACK', 'DEAD', 'BELOW_COST'] as const
export type StockNews = (typeof stockNews)[number]

export interface MailChoices {
  /** A mail each morning with tasks that are overdue, due today or tomorrow. */
  morning: boolean
  /** A warning this many hours before a deadline. */
  warn24: boolean
  warn4: boolean
  /** A mail each Monday with the week's sales, the money, low stock and the seller level. */
  weekly: boolean
  /** Each morning one mail with these changes of stock since the morning before. */
  stock: readonly StockNews[]
}

/** Defaults: deadlines for roles that ship and answer, the week for those that run the shop. */
export function defaultMailChoices(role: Role): MailChoices {
  const does = doesTasks(role)
  const runs = role === 'owner' || role === 'manager'
  return { morning: does, warn24: does, warn4: does, weekly: runs, stock: runs ? ['LOW', 'GONE'] : [] }
}

const doesTasks = (role: Role) => role === 'owner' || role === 'manager' || role === 'shipper'

/** Stored preferences and the role they were chosen in; null if not stored. */
export interface KeptChoices extends Omit<MailChoices, 'weekly' | 'stock'> {
  role: Role | null
  /** Null: the role decides. */
  weekly: boolean | null
  /** Null: the role decides. */
  stock: readonly string[] | null
}

/** Effective preferences. Those chosen in a working role do not apply to a read-only one. */
export function choicesOf(role: Role, kept: KeptChoices | null): MailChoices {
  const isOver = kept?.role != null && doesTasks(kept.role) && !doesTasks(role)
  if (!kept || isOver) return defaultMailChoices(role)
  const { morning: isMorning, warn24, warn4, weekly } = kept
  const own = kept.stock && stockNews.filter((news) => kept.stock?.includes(news))
  const usual = defaultMailChoices(role)
  return { morning: isMorning, warn24, warn4, weekly: weekly ?? usual.weekly, stock: own ?? usual.stock }
}

/** When the morning mail is sent, in the seller's time zone; after an outage until the evening of the same day. */
export const morning = { from: '07:30', until: '18:00' }

/** The day of the morning mail if it is due now; else null. */
export function morningAbout(now: Date, zone: string): string | null {
  const { date, time } = wallClockAt(now, zone)
  return time >= `${morning.from}:00` && time < `${morning.until}:00` ? `morning ${date}` : null
}

/** The Monday of the weekly mail if it is due now; else null. */
export function weeklyAbout(now: Date, zone: string): string | null {
  const { date } = wallClockAt(now, zone)
  const isMonday = new Date(`${date}T00:00:00Z`).getUTCDay() === 1
  return isMonday && morningAbout(now, zone) !== null ? `week ${date}` : null
}

/** The day of the mail about stock if it is due now, and the span that it is about; else null. */
export function stockAbout(now: Date, zone: string): { about: string; from: Date; until: Date } | null {
  if (morningAbout(now, zone) === null) return null
  const { date } = wallClockAt(now, zone)
  const at = (day: string) => momentOf(day, `${morning.from}:00`, zone)
  return { about: `stock ${date}`, from: at(addDays(date, -1)), until: at(date) }
}

/** The warning due for a deadline: the nearer of the two; null if none or if the deadline has passed. */
export function warningAbout(
  dueAt: Date,
  now: Date,
  { warn24, warn4 }: Pick<MailChoices, 'warn24' | 'warn4'>,
): string | null {
  const left = dueAt.getTime() - now.getTime()
  if (left <= 0 || left > 24 * hour) return null
  const hours = left <= 4 * hour ? 4 : 24
  return (hours === 4 ? warn4 : warn24) ? `${hours} h before ${dueAt.toISOString()}` : null
}

/** Claimed mails are retried after this time, because their process died or the mail server refused them. */
export const claimedFor = 15 * minute
