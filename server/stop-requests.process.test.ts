import { Agent, get } from 'node:http'
import { expect, it } from 'vitest'
import { errorCode } from '#lib/error-text.ts'
import { testDatabase } from '#db/testing.ts'
import { startHub, type HubProcess } from './testing-process.ts'

/** A response's status and whether its connection stays open, or an error code. */
interface Outcome {
  status?: number
  keepsOpen?: boolean
  error?: string
  reused: boolean
}

/** Asks once. */
function ask({ port }: HubProcess, path: string, agent: Agent): Promise<Outcome> {
  return new Promise((resolve) => {
    const request = get({ port, host: '127.0.0.1', path, agent }, (response) => {
      const keepsOpen = response.headers.connection !== 'close'
      response
        .resume()
        .on('end', () => resolve({ status: response.statusCode!, keepsOpen, reused: request.reusedSocket }))
      response.on('error', (error) =>
        resolve({ error: errorCode(error) ?? error.message, reused: request.reusedSocket }),
      )
    }).on('error', (error) => resolve({ error: errorCode(error) ?? error.message, reused: request.reusedSocket }))
  })
}

/** Sends sequential requests until the port is closed; returns all outcomes. */
async function askUntilRefused(hub: HubProcess, path: string, agent: Agent): Promise<Outcome[]> {
  for (const outcomes: Outcome[] = []; ;) {
    const outcome = await ask(hub, path, agent)
    if (outcome.error === 'ECONNREFUSED') return outcomes
    outcomes.push(outcome)
    if (outcome.error) return outcomes
  }
}

/** Lives of each kind of hub: one in `npm test`, more by `npm run fuzz -- --processes`. */
const lives = Number(process.env.STOPPED_LIVES ?? 1)

it.each(['1', '2'])(
  'a hub that is asked to stop loses no request with HUB_PROCESSES=%s, on existing and new connections',
  async (count) => {
    const db = await testDatabase()
    for (let life = 1; life <= lives; life += 1) {
      const hub = await startHub({ DATABASE_URL: db.url, HUB_PROCESSES: count, STOP_DELAY: '1' })
      await hub.ready
      const kept = Array.from({ length: 60 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
      const fresh = Array.from({ length: 2 }, () => new Agent({ keepAlive: false }))
      await Promise.all(kept.map((agent) => ask(hub, '/healthz', agent)))
      const asking = [...kept, ...fresh].map((agent) => askUntilRefused(hub, '/healthz', agent))
      const balancer = askUntilRefused(hub, '/readyz', new Agent({ keepAlive: false }))
      hub.child.kill('SIGTERM')
      const outcomes = await Promise.all(asking)
      expect(await hub.exited, `life ${life}`).toBe(0)
      const all = outcomes.flat()
      expect(all.filter(({ error, status }) => error || status !== 200)).toEqual([])
      const readiness = (await balancer).map(({ status }) => status)
      expect(readiness.at(-1)).toBe(503)
      expect(new Set(readiness.slice(readiness.indexOf(503)))).toEqual(new Set([503]))
      // Each connection used meanwhile is told to close.
      for (const each of outcomes.slice(0, kept.length)) {
        expect(each.some(({ reused }) => reused)).toBe(true)
        expect(each.at(-1)).toMatchObject({ keepsOpen: false })
      }
      for (const agent of [...kept, ...fresh]) agent.destroy()
    }
  },
)
