/** Runs `run` once after `ms` milliseconds; the returned function calls it off. */
export type StartTimer = (run: () => void, ms: number) => () => void

/** The real clock's timer. */
export const startTimer: StartTimer = (run, ms) => {
  const handle = setTimeout(run, ms)
  return () => clearTimeout(handle)
}
