import { fork, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import type { PrepareResult } from './prepare-picture.server.ts'
import { minute } from '#lib/duration.ts'

/** How long one picture may take from its first byte on, in milliseconds: some thirty times as long as a phone's. */
const patience = 10_000

/** The process ends where nobody sends a picture for so long, in milliseconds. */
const idleAfter = minute

/** What the process says of a picture: `failure` is none of the picture's. */
export type ProcessAnswer = { result: PrepareResult } | { failure: string }

/** Makes pictures ready in a process of its own, which is ended where one takes too long. */
export interface PictureProcess {
  /** One at a time: the next when the last has been answered. Rejects where it is not the picture that is at fault. */
  prepare(file: string): Promise<PrepareResult>
}

/** The process starts with the first picture: a hub where nobody uploads does not pay for it. */
export function createPictureProcess(patienceMs = patience): PictureProcess {
  let running: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  const end = () => {
    running?.kill('SIGKILL')
    running = null
  }
  /** The one that runs. One that ended meanwhile, or never came to be, takes no picture: then another one. */
  const ready = (): ChildProcess => {
    if (running?.connected) return running
    end()
    const child = start()
    const over = () => {
      if (running === child) end()
    }
    running = child.on('exit', over).on('error', over)
    return child
  }
  return {
    async prepare(file) {
      clearTimeout(idle)
      const answer = await answerOf(ready(), file, patienceMs)
      if (answer === null || 'failure' in answer) end()
      else idle = setTimeout(end, idleAfter).unref()
      if (answer === null) {
        const cause = `it took longer than ${patienceMs} ms, or ended the process`
        return { ok: false, refusal: { reason: 'broken' }, cause }
      }
      if ('failure' in answer) throw new Error(`no picture can be prepared: ${answer.failure}`)
      return answer.result
    },
  }
}

/** It is told where programs and packages are, and none of the hub's secrets. */
function start(): ChildProcess {
  const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env
  const child = fork(path.join(import.meta.dirname, 'prepare-picture-process.ts'), {
    serialization: 'advanced',
    execArgv: [],
    env: { PATH, TMPDIR, NODE_COMPILE_CACHE, NODE_ENV: 'production' },
  })
  // The hub ends without asking it, and it with the hub.
  child.unref()
  child.channel?.unref()
  return child
}

/** Null where it does not come in time, or the process ended over it. */
function answerOf(child: ChildProcess, file: string, patienceMs: number): Promise<ProcessAnswer | null> {
  return new Promise((resolve) => {
    const settle = (answer: ProcessAnswer | null) => {
      clearTimeout(timer)
      child.off('message', settle).off('exit', ended).off('error', failed)
      resolve(answer)
    }
    const ended = () => settle(null)
    const failed = (error: Error) => settle({ failure: error.message })
    const timer = setTimeout(settle, patienceMs, null)
    child.on('message', settle).on('exit', ended).on('error', failed)
    // Where the system has no descriptor left it has no channel, and its error, which comes at once, says so.
    if (child.connected) child.send(file)
  })
}
