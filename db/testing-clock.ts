/**
 * The clock of a test run: TEST_CLOCK, such as 2027-03-28T00:30:00Z, moves that of Node, of PostgreSQL and of the pages
 * to a later moment. Hubs that process tests start have the machine's, so that those are left out.
 */
const begins = process.env['TEST_CLOCK']

/** Milliseconds by which the clock is moved; other processes of the run take it from the first one. */
export const clockOffset = begins ? Number((process.env['TEST_CLOCK_OFFSET'] ??= String(offsetTo(begins)))) : 0

function offsetTo(moment: string): number {
  const offset = Date.parse(moment) - Date.now()
  // Chromium, whose cookies end by the machine's clock, would drop those of a former one.
  if (!(offset >= 0)) throw new Error(`TEST_CLOCK: a later moment, such as 2027-03-28T00:30:00Z, and not ${moment}`)
  return offset
}

/** Environment that gives PostgreSQL the clock, by libfaketime (Debian's package of that name, or LIBFAKETIME). */
export function clockOfServer(): Record<string, string> {
  if (clockOffset === 0) return {}
  const { LIBFAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1' } = process.env
  return {
    LD_PRELOAD: LIBFAKETIME,
    FAKETIME: `+${Math.round(clockOffset / 1_000)}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
}

/** The machine's time, by which cookies end. */
export const machineNow = (): number => Date.now() - clockOffset

/** Moves the clock of Node, or of the page in which it runs. */
export function moveClock(offset: number): void {
  const Real = Date
  class MovedDate extends Real {
    constructor(...given: []) {
      if (given.length === 0) super(Real.now() + offset)
      else super(...given)
    }
    static override now(): number {
      return Real.now() + offset
    }
  }
  Object.assign(globalThis, { Date: MovedDate })
  // Pages compare it with `Date.now()`.
  Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + offset })
}
