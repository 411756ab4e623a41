import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { PayoutJob } from './testing-process.ts'

/** What a process did: payouts that it began or looked at, and keys with which it asked for money. */
export interface JobResult {
  count: number
  asked: string[]
}

/** A process of its own that runs jobs of payouts, each when it is told to. */
export function payoutProcess(job: PayoutJob) {
  const child = fork(new URL('testing-process.ts', import.meta.url), [], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { PATH: process.env['PATH'], PAYOUT_JOB: JSON.stringify(job) },
    serialization: 'advanced',
  })
  const next = async (): Promise<unknown> => {
    const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the process ended with ${code}`)))
    const [message] = await Promise.race([once(child, 'message'), ended])
    return message
  }
  return {
    ready: next(),
    run: async (step: 'start' | 'settle'): Promise<JobResult> => {
      const result = next()
      child.send(step)
      return (await result) as JobResult
    },
    kill: () => child.kill(),
  }
}
