import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { createVisitor } from './visitor.ts'

/** What is asked for again and again, and as whom: the link signs in, null is nobody. */
export interface Watching {
  url: string
  path: string
  link: string | null
}

/** How it was answered. */
export interface Watched {
  asked: number
  /** Answers that were not 200, or did not come. */
  failed: number
  /** The longest time without an answer, in milliseconds. */
  longest: number
}

/** Milliseconds between an answer and the next request: the watch itself is no load. */
const pause = 20

// In a thread of its own: what whoever sends all the rest is busy with is no time of the hub's.
const { url, path, link } = workerData as Watching
const visitor = await createVisitor({ url, link })
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none, windows do
const tell = (watched: Watched) => parentPort!.postMessage(watched)
parentPort!.on('message', (ms: number) => void watch(ms).then(tell))

/** For so many milliseconds; the request that is under way then is waited for, it may be the longest. */
async function watch(ms: number): Promise<Watched> {
  const watched = { asked: 0, failed: 0, longest: 0 }
  const until = performance.now() + ms
  while (performance.now() < until) {
    const began = performance.now()
    const status = await visitor.get(path).then(
      (answer) => answer.status,
      () => 0,
    )
    watched.asked += 1
    if (status !== 200) watched.failed += 1
    watched.longest = Math.max(watched.longest, performance.now() - began)
    await delay(pause)
  }
  return watched
}
