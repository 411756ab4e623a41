import fc from 'fast-check'

/** Any character there is, also those that nobody types. fast-check's own `binary` takes a second to set up. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10_ff_ff })
  .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
  .map((code) => String.fromCodePoint(code))

/**
 * Milliseconds for which this thread is busy with `work`, for what must not take longer the more often something stands in a text. Not by
 * the clock: whatever else the machine does would count.
 */
export async function busyFor(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/** Milliseconds for which this thread is busy with `work` before others have a turn, at most. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = process.threadCpuUsage()
  const note = () => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1_000)
    before = process.threadCpuUsage()
  }
  let ticking = setImmediate(function tick() {
    note()
    ticking = setImmediate(tick)
  })
  try {
    await work()
  } finally {
    clearImmediate(ticking)
    note()
  }
  return longest
}
