import { setTimeout as delay } from 'node:timers/promises'

type Close = () => Promise<unknown> | void

export interface Lifecycle {
  /**
   * Registers a resource by its close function; the last opened is closed first. If a stop was requested meanwhile,
   * shuts down now and never resolves, so that nothing more is opened.
   */
  opened(close: Close): Promise<void>
  /** Closes everything and exits. An earlier stop request keeps its exit code, 0. */
  end(exitCode: number): Promise<never>
  /** Whether shutdown has begun; later failures are caused by it. */
  ending(): boolean
  /** Aborts on a stop request, for long operations that have nothing to close yet. */
  stopSignal: AbortSignal
}

/**
 * Handles stop requests: SIGTERM, SIGINT (Ctrl-C), SIGHUP (terminal closed), and the death of the parent process.
 * Closes opened resources in reverse order, also during startup; exit code 0.
 */
export function createLifecycle(): Lifecycle {
  const closers: Close[] = []
  const stopRequest = new AbortController()
  let shutdown: Promise<never> | undefined
  const closeAll = async (exitCode: number): Promise<never> => {
    for (let close = closers.pop(); close; close = closers.pop()) await close()
    return process.exit(exitCode)
  }
  const end = (exitCode: number) => (shutdown ??= closeAll(stopRequest.signal.aborted ? 0 : exitCode))
  const stop = () => {
    stopRequest.abort()
    // Nothing is open yet: `opened` will shut down.
    if (closers.length > 0) void end(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']) process.on(signal, stop)
  return {
    async opened(close) {
      closers.push(close)
      if (stopRequest.signal.aborted) await end(0)
    },
    end,
    ending: () => stopRequest.signal.aborted || shutdown !== undefined,
    stopSignal: stopRequest.signal,
  }
}

export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const enough = new AbortController()
  const late = delay(ms, undefined, { signal: enough.signal }).catch(() => {})
  await Promise.race([work, late])
  enough.abort()
}
