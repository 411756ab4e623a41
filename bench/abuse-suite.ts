import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { paths, serverPaths } from '#web/paths.ts'
import { worstKnown, type Abuse } from './abuse.ts'
import { neighbourEmail } from './known.ts'
import type { RunSuite } from './setting.ts'
import { tokenOf } from './visitor.ts'
import type { Watched, Watching } from './watch.ts'

/** Milliseconds for which each request is sent. */
const lasting = 8_000

/** Maximum milliseconds without a response to others. */
const budgets = { health: 1_000, list: 2_000 }

/** How long others wait while one member sends the most expensive known requests. */
export const abuseSuite: RunSuite = async (setting) => {
  const { url } = setting.hub
  const visitor = await setting.visit()
  const abuses = await worstKnown({ url, cookie: visitor.cookie, srt: await tokenOf(visitor) })
  visitor.close()
  const health = startWatch({ url, path: serverPaths.health, link: null })
  const list = startWatch({ url, path: paths.orders, link: await setting.signInLink(neighbourEmail) })
  const rows: string[][] = []
  for (const abuse of [null, ...abuses]) {
    setting.say(`  ${abuse?.name ?? 'nothing'}`)
    const answers = abuse ? keepSending(abuse) : ''
    const [alive, others] = await Promise.all([health.watch(), list.watch()])
    rows.push(rowOf(abuse, alive, others, await answers))
  }
  await Promise.all([health.end(), list.end()])
  return [
    {
      title: 'The longest that others wait while one member sends the worst, ms',
      columns: ['meanwhile', 'at once', 'answers', serverPaths.health, 'budget', 'others’ list', 'budget', 'holds'],
      rows,
      notes: [
        `A member of the largest seller repeats each for ${lasting / 1000} s; others request ${serverPaths.health} and ${paths.orders} meanwhile.`,
        'Answers by status; 0 means that the hub closed the connection.',
      ],
    },
  ]
}

interface Watch {
  watch(): Promise<Watched>
  end(): Promise<unknown>
}

function startWatch(watching: Watching): Watch {
  const worker = new Worker(new URL('watch.ts', import.meta.url), { workerData: watching })
  return {
    watch: async () => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- worker threads have no origin, unlike windows
      worker.postMessage(lasting)
      const [watched] = (await once(worker, 'message')) as [Watched]
      return watched
    },
    end: () => worker.terminate(),
  }
}

/** Sends requests until the time is over; returns counts by status. */
async function keepSending({ atOnce, send }: Abuse): Promise<string> {
  const deadline = AbortSignal.timeout(lasting)
  const counts = new Map<number, number>()
  const client = async () => {
    while (!deadline.aborted) {
      const status = await send(deadline)
      counts.set(status, (counts.get(status) ?? 0) + 1)
      // Refusals are cheap; without a pause the test would measure itself.
      await delay(5)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, client))
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')
}

function rowOf(abuse: Abuse | null, health: Watched, list: Watched, answers: string): string[] {
  const isServed = health.failed + list.failed === 0
  const isInTime = health.longest <= budgets.health && list.longest <= budgets.list
  const ms = ({ longest, failed }: Watched) => `${longest.toFixed(0)}${failed > 0 ? `, ${failed} not served` : ''}`
  return [
    abuse?.name ?? 'nothing',
    abuse ? `${abuse.atOnce}` : '',
    answers,
    ms(health),
    `${budgets.health}`,
    ms(list),
    `${budgets.list}`,
    isServed && isInTime ? 'yes' : 'NO',
  ]
}
