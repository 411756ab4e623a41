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
  let current: ImportProgress | null = null
  let [began, drawn] = [0, Number.NEGATIVE_INFINITY]

  /** `99,441 rows  120,000 rows/s`; empty without rows. */
  const described = () => {
    if (!current || current.rows === 0) return ''
    const seconds = Math.max((now() - began) / 1000, 0.001)
    return `${count.format(current.rows)} rows  ${count.format(Math.round(current.rows / seconds))} rows/s`
  }
  const endLine = () => {
    const line = described()
    if (current && line) target.write(`${current.phase}: ${line}\n`)
  }
  const draw = ({ share, phase }: ImportProgress) => {
    drawn = now()
    const full = Math.round(share * barWidth)
    const percent = `${Math.floor(share * 100)}%`.padStart(4)
    const line = `[${'#'.repeat(full)}${'-'.repeat(barWidth - full)}]${percent}  ${phase}  ${described()}`
    target.write(`\r\u001B[2K${line.slice(0, (target.columns ?? 80) - 1)}`)
  }
  return {
    show(progress) {
      const isNew = current?.phase !== progress.phase
      if (isNew && !target.isTTY) endLine()
      if (isNew) began = now()
      current = progress
      if (target.isTTY && (isNew || now() - drawn >= 1000 / framesPerSecond)) draw(progress)
    },
    end() {
      if (!target.isTTY) endLine()
      else if (current) target.write('\r\u001B[2K')
    },
  }
}
