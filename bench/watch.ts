import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { createVisitor } from './visitor.ts'

/** The repeatedly requested URL, and a sign-in link; null stays signed out. */
export interface Watching {
  url: string
  path: string
  link: string | null
}

export interface Watched {
  requests: number
  /** Responses other than 200, or none. */
  failed: number
  /** Longest time without a response in milliseconds. */
  longest: number
}

/** Pause in milliseconds between requests, so that the watch adds no load. */
const pause = 20

// In a separate thread, so that load in the main thread does not count as hub time.
const { url, path, link } = workerData as Watching
const visitor = await createVisitor({ url, link })
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- worker threads have no origin, unlike windows
const report = (watched: Watched) => parentPort!.postMessage(watched)
parentPort!.on('message', (ms: number) => void watch(ms).then(report))

/** Watches for `ms` milliseconds; waits for the last request, which may be the slowest. */
async function watch(ms: number): Promise<Watched> {
  const watched = { requests: 0, failed: 0, longest: 0 }
  const until = performance.now() + ms
  while (performance.now() < until) {
    const began = performance.now()
    const status = await visitor.get(path).then(
      (answer) => answer.status,
      () => 0,
    )
    watched.requests += 1
    if (status !== 200) watched.failed += 1
    watched.longest = Math.max(watched.longest, performance.now() - began)
    await delay(pause)
  }
  return watched
}
