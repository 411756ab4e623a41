import cluster, { type Worker } from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import type { Say } from './say.ts'

/** A worker exited before serving; it has reported the reason. */
export class ProcessEndedError extends Error {}

export interface ServeOrder {
  databaseUrl: string
}

export const isServing = 'serving'

/**
 * The role of a worker: `first` listens at once and prints the welcome; others listen when ready. `first` also does the
 * work that only one may do; if it exits, its `heir` takes over.
 */
export type WorkerRole = 'first' | 'heir' | 'later'

export const workerVariable = 'HUB_WORKER'

export interface Processes {
  /**
   * Starts serving from a migrated database; resolves when the first worker serves. From then on workers that exit are
   * replaced.
   */
  serve(databaseUrl: string): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the workers, the first one at once: it responds while the database is prepared. A worker that exits without
 * having served restarts after `restartAfter` ms, any other at once.
 */
export async function startProcesses({
  count,
  say,
  restartAfter = 1_000,
}: {
  count: number
  say: Say
  restartAfter?: number
}): Promise<Processes> {
  const alive = new Set<Worker>()
  let stopping = false

  const start = (role: WorkerRole) => {
    const worker = cluster.fork({ [workerVariable]: role })
    alive.add(worker)
    worker.once('exit', () => alive.delete(worker))
    // Sending to a worker that was just killed fails; its exit event handles that.
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
      `Process ${worker.process.pid} ended (${worker.process.signalCode ?? worker.process.exitCode}); starting a replacement.`,
      'warning',
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

  // Workers accept from a shared socket. With the default round-robin, a connection handed to a dying worker would
  // hang.
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
          const exited = ended(worker)
          worker.process.kill('SIGTERM')
          await exited
        }),
      )
    },
  }
}

/** Resolves when a worker has exited. Not `events.once`, which rejects on the error of sending to a killed worker. */
const ended = (worker: Worker) => new Promise<unknown>((resolve) => worker.once('exit', resolve))

/** Resolves on a worker's event; rejects if the worker exits first. */
function happens(worker: Worker, listen: (done: () => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    listen(resolve)
    worker.once('exit', () => reject(new ProcessEndedError()))
  })
}
