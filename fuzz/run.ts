import { rm } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { startHub, type HubProcess } from '#bench/hub-process.ts'
import { serverPaths } from '#web/paths.ts'
import { apiTarget } from './api.ts'
import { requests } from './requests.ts'
import { send, type Answered } from './send.ts'
import type { Session } from './vocabulary.ts'
import { learn, prepareShop, signInAll } from './vocabulary.ts'

/** Options of a fuzz run. */
export interface FuzzOptions {
  requests: number
  seed: number
  path: string | undefined
  /** Test the APIs instead of the pages. */
  api: boolean
  say: (line: string) => void
}

/** Concurrent requests, so that interactions show too. */
const together = 8

const dataDir = path.join('data', 'fuzz')

/** Sends requests to a hub of its own; returns whether all responses were acceptable. */
export async function fuzz({ requests: wanted, seed, path: casePath, api, say }: FuzzOptions): Promise<boolean> {
  await rm(dataDir, { recursive: true, force: true })
  const hub = await startHub({ DATA_DIR: dataDir, HUB_DEMO: 'auto', LOG_LEVEL: 'error' })
  try {
    const sessions = await signInAll(hub)
    const run = { hub, wanted, seed, casePath, say }
    const holds = api ? await checkApi(sessions, run) : await checkPages(sessions, run)
    const lost = holds ? await lostSessions(hub, sessions) : []
    if (lost.length > 0) say(`These members were signed out during the run, so less was tested: ${lost.join(', ')}`)
    return holds && lost.length === 0
  } finally {
    await hub.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface Run extends Pick<FuzzOptions, 'seed' | 'say'> {
  hub: HubProcess
  wanted: number
  casePath: string | undefined
}

async function checkPages(sessions: Session[], run: Run): Promise<boolean> {
  await prepareShop(run.hub, sessions)
  const words = await learn(run.hub, sessions)
  const { paths, names, values, forms } = words
  run.say(
    `seed ${run.seed}, ${paths.length} addresses, ${names.length} names, ${values.length} values, ${forms.length} forms`,
  )
  return check({ arbitrary: requests(words), ask: (request) => send(run.hub.url, request, sessions), flag: '' }, run)
}

async function checkApi(sessions: Session[], run: Run): Promise<boolean> {
  run.say(`seed ${run.seed}, the APIs`)
  return check({ ...(await apiTarget(run.hub, sessions)), flag: '--api ' }, run)
}

interface Target<T> {
  arbitrary: fc.Arbitrary<T>
  ask: (request: T) => Promise<Answered>
  /** The command-line flag. */
  flag: string
}

async function check<T>(
  { arbitrary, ask, flag }: Target<T>,
  { hub, wanted, seed, casePath, say }: Run,
): Promise<boolean> {
  let sent = 0
  let said = 0
  const statuses = new Map<number, number>()
  const holds = async (batch: T[]) => {
    const before = hub.output().length
    const answers = await Promise.all(batch.map(ask))
    sent += batch.length
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (sent - said >= 2_000) say(`${(said = sent)} sent`)
    const failed = answers.flatMap(({ fault }) => fault ?? [])
    // Once this is answered, earlier log lines have arrived.
    await fetch(hub.url + serverPaths.health).catch(() => {})
    const logged = errorsIn(hub.output().slice(before))
    if (!hub.alive()) failed.push('the process ended')
    if (logged !== '') failed.push(`logged: ${logged}`)
    if (failed.length > 0) throw new Error(failed.join('\n'))
  }
  const batches = fc.array(arbitrary, { minLength: together, maxLength: together })
  // The last batch is limited to the wanted number; shrinking a failure may exceed it.
  const property = fc.asyncProperty(batches, (batch) =>
    holds(batch.slice(0, wanted - sent > 0 ? wanted - sent : together)),
  )
  const runs = Math.ceil(wanted / together)
  const report = await fc.check(property, { numRuns: runs, seed, ...(casePath ? { path: casePath } : {}) })
  const counted = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  say(`${sent} requests, answered with ${counted.join(', ')}`)
  if (!report.failed) return true
  say(`\nFAILED: ${String(report.errorInstance)}\n`)
  for (const request of await fewest(report.counterexample?.[0] ?? [], holds)) say(JSON.stringify(request))
  say(`\nAgain: npm run fuzz -- ${flag}--seed ${seed} --path ${report.counterexamplePath}`)
  return false
}

/** The single failing request, or all if it takes several. */
async function fewest<T>(batch: T[], holds: (batch: T[]) => Promise<void>): Promise<T[]> {
  for (const request of batch) {
    const failed = await holds([request]).then(
      () => false,
      () => true,
    )
    if (failed) return [request]
  }
  return batch
}

/** Log lines of level error or above, truncated. */
function errorsIn(output: string): string {
  const lines = output.split('\n').filter((line) => /^\{"level":[56]0,/.test(line))
  return lines.map((line) => line.slice(0, 1_000)).join('\n')
}

/** Sessions that have ended. */
async function lostSessions(hub: HubProcess, sessions: readonly Session[]): Promise<string[]> {
  const asked = sessions.map(async ({ name, cookie }) => {
    const { status } = await fetch(`${hub.url}/settings/preferences`, { headers: { cookie }, redirect: 'manual' })
    return status === 200 ? [] : [name]
  })
  return (await Promise.all(asked)).flat()
}
