import { describe, expect, it } from 'vitest'
import { createProgressBar, type ProgressTarget } from './import-progress.ts'
import type { ImportProgress } from './import-session.ts'

function play(target: Partial<ProgressTarget>, frames: [at: number, progress: ImportProgress][]): string {
  let written = ''
  let at = 0
  const bar = createProgressBar({ ...target, write: (text) => (written += text) }, () => at)
  for (const [time, progress] of frames) {
    at = time
    bar.show(progress)
  }
  bar.end()
  return written
}

const frames: [number, ImportProgress][] = [
  [0, { phase: 'Reading', share: 0, rows: 0 }],
  [50, { phase: 'Reading', share: 0.2, rows: 500 }],
  [1000, { phase: 'Reading', share: 0.5, rows: 12_000 }],
  [1500, { phase: 'Adding', share: 0.5, rows: 0 }],
  [2000, { phase: 'Adding', share: 1, rows: 1_000 }],
]

describe('the progress bar', () => {
  it('is redrawn in place on a terminal, at a limited rate, and removed at the end', () => {
    const drawn = play({ isTTY: true, columns: 100 }, frames).split('\r\u001B[2K')
    expect(drawn).toEqual([
      '',
      '[------------------------]  0%  Reading  ',
      '[############------------] 50%  Reading  12,000 rows  12,000 rows/s',
      '[############------------] 50%  Adding  ',
      '[########################]100%  Adding  1,000 rows  2,000 rows/s',
      '',
    ])
  })

  it('fits the terminal', () => {
    const lines = play({ isTTY: true, columns: 30 }, frames).split('\r\u001B[2K')
    expect(Math.max(...lines.map((line) => line.length))).toBe(29)
  })

  it('is one plain line per phase elsewhere', () => {
    expect(play({}, frames)).toBe('Reading: 12,000 rows  8,000 rows/s\nAdding: 1,000 rows  2,000 rows/s\n')
  })

  it('omits a phase without rows', () => {
    expect(play({}, [[0, { phase: 'Checking', share: 0, rows: 0 }]])).toBe('')
    expect(play({ isTTY: true }, [])).toBe('')
  })
})
