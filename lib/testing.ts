import fc from 'fast-check'

/** Any character, including unusual ones. fast-check's own `binary` takes a second to set up. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10_ff_ff })
  .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
  .map((code) => String.fromCodePoint(code))

/**
 * Milliseconds of CPU time this thread spends on `work`, to detect super-linear algorithms. Wall time would include
 * other load on the machine.
 */
export async function busyFor(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/** The longest time in milliseconds for which `work` blocks the event loop. */
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
