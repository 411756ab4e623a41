import { hour, minute } from '#lib/duration.ts'
import { wallClockAt } from '#lib/zoned-time.ts'
import type { Role } from '#web/roles.ts'

/** What a member is mailed about a seller's tasks. */
export interface MailChoices {
  /** Each morning all that is late, due today or tomorrow. */
  morning: boolean
  /** A warning so many hours before a deadline. */
  warn24: boolean
  warn4: boolean
}

/** Until somebody chooses: whoever answers and ships is told, whoever only looks is not. */
export function usualChoices(role: Role): MailChoices {
  const does = doesTasks(role)
  return { morning: does, warn24: does, warn4: does }
}

const doesTasks = (role: Role) => role === 'owner' || role === 'manager' || role === 'shipper'

/** What a member chose, and in which role; null where that was not yet kept. */
export interface KeptChoices extends MailChoices {
  role: Role | null
}

/** What a member is mailed in a role. What was chosen for doing it holds no longer for who may only look. */
export function choicesOf(role: Role, kept: KeptChoices | null): MailChoices {
  const isOver = kept?.role != null && doesTasks(kept.role) && !doesTasks(role)
  if (!kept || isOver) return usualChoices(role)
  return { morning: kept.morning, warn24: kept.warn24, warn4: kept.warn4 }
}

/** When the morning mail goes out, on the seller's clock; after an outage still until the evening, but never yesterday's. */
export const morning = { from: '07:30', until: '18:00' }

/** What the morning's mail is about: its day, where it is time for it; else null. */
export function morningAbout(now: Date, zone: string): string | null {
  const { date, time } = wallClockAt(now, zone)
  return time >= `${morning.from}:00` && time < `${morning.until}:00` ? `morning ${date}` : null
}

/** Which warning a deadline is due now: the nearer of the two, once it is near enough and not past; else null. */
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

/** A mail that was claimed so long ago and not sent is tried again: its process died, or the mail server refused it. */
export const claimedFor = 15 * minute
