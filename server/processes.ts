import cluster, { type Worker } from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'

/** A process that serves ended before it did; it has said itself why. */
export class ProcessEndedError extends Error {}

/** What the first of several processes tells one that is to serve. */
export interface ServeOrder {
  databaseUrl: string
}

/** What that one answers once it does. */
export const isServing = 'serving'

/**
 * Which process a worker is: `first` listens from its beginning, and greets; the others listen once they can serve. What only one of
 * them does beside serving is the first one's, and once that has ended its `heir`'s.
 */
export type WorkerRole = 'first' | 'heir' | 'later'

/** Set in the environment of processes that another one of the hub has started. */
export const workerVariable = 'HUB_WORKER'

/** The processes that serve. */
export interface Processes {
  /** Lets them serve from a migrated database; resolves when the first one does. From then on those that end are replaced. */
  serve(databaseUrl: string): Promise<void>
  /** Asks all to finish what they do, and waits until they are gone. */
  stop(): Promise<void>
}

/**
 * Starts as many processes as shall serve, the first one at once: it answers while the database is being prepared. A
 * process that ends without having served is started again after `restartAfter` milliseconds, any other at once.
 */
export async function startProcesses({
  count,
  say,
  restartAfter = 1_000,
}: {
  count: number
  say: (line: string) => void
  restartAfter?: number
}): Promise<Processes> {
  const alive = new Set<Worker>()
  let stopping = false

  const start = (role: WorkerRole) => {
    const worker = cluster.fork({ [workerVariable]: role })
    alive.add(worker)
    worker.once('exit', () => alive.delete(worker))
    // What is sent to one that was killed a moment ago, such as the question for its metrics, finds nobody: its end says it all.
    worker.on('error', () => {})
    return worker
  }
  const tellToServe = async (worker: Worker, databaseUrl: string) => {
    worker.send({ databaseUrl } satisfies ServeOrder)
    await happens(worker, (done) => worker.on('message', (message) => message === isServing && done()))
  }
  const keepServing = async (worker: Worker, databaseUrl: string, heir: WorkerRole): Promise<void> => {
    await ended(worker)
    if (stopping) return
    say(
      `Process ${worker.process.pid} ended (${worker.process.signalCode ?? worker.process.exitCode}): another one takes its place.`,
    )
    await serveLater(databaseUrl, heir)
  }
  const serveLater = async (databaseUrl: string, role: WorkerRole): Promise<void> => {
    for (;;) {
      const worker = start(role)
      try {
        await tellToServe(worker, databaseUrl)
        return void keepServing(worker, databaseUrl, role)
      } catch (error) {
        if (!(error instanceof ProcessEndedError)) throw error
        await delay(restartAfter)
        if (stopping) return
      }
    }
  }

  // All take connections from the same socket. By default they are handed out, and one handed to a process that dies at
  // that moment would hang: nobody knows any more whose it is.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const first = start('first')
  await happens(first, (done) => first.once('listening', done))
  return {
    async serve(databaseUrl) {
      await tellToServe(first, databaseUrl)
      void keepServing(first, databaseUrl, 'heir')
      for (let others = 1; others < count; others += 1) void serveLater(databaseUrl, 'later')
    },
    async stop() {
      stopping = true
      await Promise.all(
        Array.from(alive, async (worker) => {
          const gone = ended(worker)
          worker.process.kill('SIGTERM')
          await gone
        }),
      )
    },
  }
}

/**
 * Resolves when a worker has ended. Not `once` of Node's events, which rejects at the first error: at what was sent to a worker
 * that was killed a moment ago.
 */
const ended = (worker: Worker) => new Promise<unknown>((resolve) => worker.once('exit', resolve))

/** Resolves when a worker does something; rejects where it ends before. */
function happens(worker: Worker, listen: (done: () => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    listen(resolve)
    worker.once('exit', () => reject(new ProcessEndedError()))
  })
}
