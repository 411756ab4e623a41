import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { PayoutJob } from './testing-process.ts'

/** What a process did: payouts that it began or looked at, and keys with which it asked for money. */
interface JobResult {
  count: number
  asked: string[]
}

/** Processes that run jobs of payouts, all when they are told to; the first leaves what it compiled to the others. */
export async function payoutProcesses(count: number, job: PayoutJob) {
  const compiled = await mkdtemp(path.join(tmpdir(), 'hub-payouts-'))
  const first = startProcess(job, compiled)
  const processes = [first]
  onTestFinished(async () => {
    for (const { kill } of processes) kill()
    await rm(compiled, { recursive: true })
  })
  await first.ready
  for (let nth = 1; nth < count; nth += 1) processes.push(startProcess(job, compiled))
  await Promise.all(processes.map(({ ready }) => ready))
  return { run: (step: 'start' | 'settle') => Promise.all(processes.map((each) => each.run(step))) }
}

function startProcess(job: PayoutJob, compiled: string) {
  const child = fork(new URL('testing-process.ts', import.meta.url), [], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compiled, PAYOUT_JOB: JSON.stringify(job) },
  })
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the process ended with ${code}`)))
  ended.catch(() => {})
  const next = async (): Promise<unknown> => {
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
