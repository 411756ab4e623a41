import { day, hour, minute } from '#lib/duration.ts'

const second = 1_000

/** Milliseconds for which a delivery is tried. */
export const triedFor = 3 * day

/** From the first failed attempt on; then the longest again and again. */
const longest = 12 * hour
const delays = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour]

interface Tried {
  /** Attempts so far, all failed. */
  attempts: number
  now: Date
  giveUpAt: Date
  /** 0 to 1, so that what failed together does not come back together. */
  random: number
}

/** When a delivery is tried again; null where it is not. */
export function nextAttempt({ attempts, now, giveUpAt, random }: Tried): Date | null {
  const delay = delays[attempts - 1] ?? longest
  const next = new Date(now.getTime() + Math.round(delay * (1 + random / 5)))
  return next > giveUpAt ? null : next
}
