import { day, hour, minute } from '#lib/duration.ts'

const second = 1_000

/** Milliseconds for which a delivery is tried. */
export const triedFor = 3 * day

/** From the first failed attempt on; then the longest again and again. */
const longest = 12 * hour
const delays = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour]

/** An endpoint is left alone for so long at most, whatever it asks: a day in a header is somebody's mistake more often than their wish. */
const longestWait = hour

/** Milliseconds that an endpoint asks to be left alone, by its Retry-After: seconds, or a moment. 0 where it says nothing of the kind. */
export function waitOf(retryAfter: string | undefined, now: Date): number {
  const told = retryAfter?.trim() ?? ''
  const wait = /^\d+$/.test(told) ? Number(told) * second : Date.parse(told) - now.getTime()
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), longestWait)
}

interface Tried {
  /** Attempts so far, all failed. */
  attempts: number
  now: Date
  giveUpAt: Date
  /** Milliseconds that the endpoint asked to be left alone. */
  wait: number
  /** 0 to 1, so that what failed together does not come back together. */
  random: number
}

/** When a delivery is tried again; null where it is not. */
export function nextAttempt({ attempts, now, giveUpAt, wait, random }: Tried): Date | null {
  const delay = Math.max(delays[attempts - 1] ?? longest, wait)
  const next = new Date(now.getTime() + Math.round(delay * (1 + random / 5)))
  return next > giveUpAt ? null : next
}
