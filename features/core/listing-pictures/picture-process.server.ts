import { fork, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import type { PrepareResult } from './prepare-picture.server.ts'
import { minute } from '#lib/duration.ts'

export interface PictureLimits {
  /** Milliseconds for one picture. Long: on a busy machine the process, which yields to pages, hardly runs. */
  patienceMs?: number
  /** Milliseconds of processor time for one picture, about thirty times what a phone's photo needs. */
  cpuMs?: number
}

/** Milliseconds without work after which the process exits. */
const idleAfter = minute

/** Response of the process; `failure` is not caused by the picture, nor is `late`: the machine may be slow. */
export type ProcessAnswer = { result: PrepareResult } | { failure: string } | { late: true }

/** Processes pictures in a child process, which is killed on timeout. */
export interface PictureProcess {
  /** Processes one file at a time. Rejects if the failure is not the picture's fault. */
  prepare(file: string): Promise<PrepareResult>
}

/** Creates the service; the child process starts with the first picture. */
export function createPictureProcess({ patienceMs = minute, cpuMs = 10_000 }: PictureLimits = {}): PictureProcess {
  let running: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  const end = () => {
    running?.kill('SIGKILL')
    running = null
  }
  /** Returns the running process, or starts one if it exited or failed to start. */
  const ready = (): ChildProcess => {
    if (running?.connected) return running
    end()
    const child = start(cpuMs)
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
      if (answer === null || !('result' in answer)) end()
      else idle = setTimeout(end, idleAfter).unref()
      if (answer === null) return { ok: false, refusal: { reason: 'broken' }, cause: 'it ended the process' }
      if ('late' in answer)
        return {
          ok: false,
          refusal: { reason: 'busy' },
          cause: `it took longer than ${cpuMs} ms of processor time or ${patienceMs} ms`,
        }
      if ('failure' in answer) throw new Error(`no picture can be prepared: ${answer.failure}`)
      return answer.result
    },
  }
}

/** The environment contains paths only, none of the hub's secrets. */
function start(cpuMs: number): ChildProcess {
  const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env
  const child = fork(path.join(import.meta.dirname, 'prepare-picture-process.ts'), [String(cpuMs)], {
    serialization: 'advanced',
    execArgv: [],
    env: { PATH, TMPDIR, NODE_COMPILE_CACHE, NODE_ENV: 'production' },
  })
  // The child must not keep the hub alive; it exits when the hub does.
  child.unref()
  child.channel?.unref()
  return child
}

/** Null if the process exits. */
function answerOf(child: ChildProcess, file: string, patienceMs: number): Promise<ProcessAnswer | null> {
  return new Promise((resolve) => {
    const settle = (answer: ProcessAnswer | null) => {
      clearTimeout(timer)
      child.off('message', settle).off('exit', ended).off('error', failed)
      resolve(answer)
    }
    const ended = () => settle(null)
    const failed = (error: Error) => settle({ failure: error.message })
    const timer = setTimeout(settle, patienceMs, { late: true })
    child.on('message', settle).on('exit', ended).on('error', failed)
    // When out of file descriptors, the child has no channel and emits an error right away.
    if (child.connected) child.send(file)
  })
}
