import { setTimeout as delay } from 'node:timers/promises'

type Close = () => Promise<unknown> | void

/** How the process comes to its end, from the moment it starts on. */
export interface Lifecycle {
  /**
   * Names what has been opened, by how to close it; at the end the last opened is closed first. Where the process was
   * asked to stop in the meantime, that happens now and the promise never settles: nothing more is to be opened.
   */
  opened(close: Close): Promise<void>
  /** Closes all that is open and ends the process. A wish to stop that came first keeps its exit code, 0. */
  end(exitCode: number): Promise<never>
  /** Whether the end has begun: whatever fails now fails because of it. */
  ending(): boolean
  /** Aborts with the wish to stop: for what takes long to open, and has nothing to close before it is open. */
  wish: AbortSignal
}

/**
 * Listens for the wish to stop: SIGTERM, SIGINT (Ctrl-C), SIGHUP (its terminal was closed), and the death of the process that started this one. All that
 * has been opened is closed then, in order, also where the start is only half done; the exit code is 0.
 */
export function createLifecycle(): Lifecycle {
  const closers: Close[] = []
  const wish = new AbortController()
  let ended: Promise<never> | undefined
  const closeAll = async (exitCode: number): Promise<never> => {
    for (let close = closers.pop(); close; close = closers.pop()) await close()
    return process.exit(exitCode)
  }
  const end = (exitCode: number) => (ended ??= closeAll(wish.signal.aborted ? 0 : exitCode))
  const stop = () => {
    wish.abort()
    // While the first thing is being opened there is nothing to close: `opened` will see to it.
    if (closers.length > 0) void end(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']) process.on(signal, stop)
  return {
    async opened(close) {
      closers.push(close)
      if (wish.signal.aborted) await end(0)
    },
    end,
    ending: () => wish.signal.aborted || ended !== undefined,
    wish: wish.signal,
  }
}

/** Waits for work to end, but not longer than `ms`. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  const enough = new AbortController()
  const late = delay(ms, undefined, { signal: enough.signal }).catch(() => {})
  await Promise.race([work, late])
  enough.abort()
}
