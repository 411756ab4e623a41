import type { ImportProgress } from './import-session.ts'

export interface ProgressTarget {
  write(text: string): unknown
  isTTY?: boolean
  columns?: number
}

export interface ProgressBar {
  show(progress: ImportProgress): void
  /** Removes the bar, or ends the last line. */
  end(): void
}

const barWidth = 24
const framesPerSecond = 10
const count = new Intl.NumberFormat('en')

/**
 * A progress bar on a terminal; elsewhere a plain line per phase that had rows.
 * @param now clock in milliseconds, with any origin
 */
export function createProgressBar(target: ProgressTarget, now: () => number = () => performance.now()): ProgressBar {
  return target.isTTY ? new DrawnBar(target, now) : new PlainLines(target, now)
}

class PhaseClock {
  readonly #now: () => number
  #start = 0
  current: ImportProgress | null = null

  constructor(now: () => number) {
    this.#now = now
  }

  /** Updates the phase; returns the description of a phase that ended. */
  take(progress: ImportProgress): string | null {
    const ended = this.current && this.current.phase !== progress.phase ? this.describe() : null
    if (this.current?.phase !== progress.phase) this.#start = this.#now()
    this.current = progress
    return ended
  }

  /** `99,441 rows  120,000 rows/s`; empty without rows. */
  describe(): string {
    if (!this.current || this.current.rows === 0) return ''
    const seconds = Math.max((this.#now() - this.#start) / 1000, 0.001)
    return `${count.format(this.current.rows)} rows  ${count.format(Math.round(this.current.rows / seconds))} rows/s`
  }
}

class DrawnBar implements ProgressBar {
  readonly #target: ProgressTarget
  readonly #now: () => number
  readonly #clock: PhaseClock
  #drawn = Number.NEGATIVE_INFINITY

  constructor(target: ProgressTarget, now: () => number) {
    this.#target = target
    this.#now = now
    this.#clock = new PhaseClock(now)
  }

  show(progress: ImportProgress): void {
    const changed = this.#clock.current?.phase !== progress.phase
    this.#clock.take(progress)
    if (!changed && this.#now() - this.#drawn < 1000 / framesPerSecond) return
    this.#drawn = this.#now()
    const full = Math.round(progress.share * barWidth)
    const percent = `${Math.floor(progress.share * 100)}%`.padStart(4)
    const line = `[${'#'.repeat(full)}${'-'.repeat(barWidth - full)}]${percent}  ${progress.phase}  ${this.#clock.describe()}`
    this.#target.write(`\r\u001B[2K${line.slice(0, (this.#target.columns ?? 80) - 1)}`)
  }

  end(): void {
    if (this.#clock.current) this.#target.write('\r\u001B[2K')
  }
}

class PlainLines implements ProgressBar {
  readonly #target: ProgressTarget
  readonly #clock: PhaseClock

  constructor(target: ProgressTarget, now: () => number) {
    this.#target = target
    this.#clock = new PhaseClock(now)
  }

  show(progress: ImportProgress): void {
    const before = this.#clock.current?.phase
    const ended = this.#clock.take(progress)
    if (ended) this.#target.write(`${before}: ${ended}\n`)
  }

  end(): void {
    const last = this.#clock.describe()
    const { current } = this.#clock
    if (current && last) this.#target.write(`${current.phase}: ${last}\n`)
  }
}
