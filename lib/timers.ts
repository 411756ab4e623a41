/** Calls `run` once after `ms` milliseconds; the returned function cancels it. */
export type StartTimer = (run: () => void, ms: number) => () => void

export const startTimer: StartTimer = (run, ms) => {
  const handle = setTimeout(run, ms)
  return () => clearTimeout(handle)
}
