import { day, hour, minute } from '#lib/duration.ts'

const second = 1_000

/** Milliseconds during which a delivery is retried. */
export const retryPeriod = 3 * day

/** Delays after each failed attempt; the longest one repeats. */
const longest = 12 * hour
const delays = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour]

/** Maximum `Retry-After` that is honoured; longer ones are usually mistakes. */
const longestWait = hour

/** Milliseconds of a `Retry-After` header, in seconds or as a date; 0 if absent or invalid. */
export function retryAfterMs(retryAfter: string | undefined, now: Date): number {
  const value = retryAfter?.trim() ?? ''
  const wait = /^\d+$/.test(value) ? Number(value) * second : Date.parse(value) - now.getTime()
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), longestWait)
}

interface RetryState {
  attempts: number
  now: Date
  giveUpAt: Date
  /** Milliseconds of the endpoint's `Retry-After`. */
  wait: number
  /** From 0 to 1; spreads retries of deliveries that failed together. */
  random: number
}

/** Time of the next attempt; null if the delivery is given up. */
export function nextAttempt({ attempts, now, giveUpAt, wait, random }: RetryState): Date | null {
  const delay = Math.max(delays[attempts - 1] ?? longest, wait)
  const next = new Date(now.getTime() + Math.round(delay * (1 + random / 5)))
  return next > giveUpAt ? null : next
}
