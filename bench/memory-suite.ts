import { pageCases } from './pages.ts'
import { slopeOf } from './percentiles.ts'
import type { RunSuite } from './setting.ts'

const views = 10_000
const sampleEvery = 250
const clients = 4
/** The most viewed pages; a search of all orders uses the database's memory. */
const usual = ['orders: tabs', 'orders: page sizes', 'overview', 'order', 'settings']

/** Resident memory of a fresh hub, and during 10,000 page requests. */
export const memorySuite: RunSuite = async (setting) => {
  const { hub, known, say } = setting
  const atStart = await hub.memory()
  if (atStart === null) return []
  const visitor = await setting.visit({ connections: clients })
  const paths = pageCases(known)
    .filter((page) => usual.includes(page.group))
    .map((page) => page.path)
  const samples: number[] = []
  let next = 0
  const ask = async () => {
    while (next < views) {
      const view = next
      next += 1
      const { status } = await visitor.get(paths[view % paths.length]!)
      if (status !== 200) throw new Error(`${paths[view % paths.length]} was answered with ${status}`)
      if (view % sampleEvery === 0) samples.push((await hub.memory()) ?? 0)
      if (view % 2500 === 0) say(`  ${view} views`)
    }
  }
  await Promise.all(Array.from({ length: clients }, ask))
  visitor.close()
  const half = samples.slice(samples.length / 2)
  const growth = (slopeOf(half) * 1000) / sampleEvery
  const mb = (bytes: number) => `${Math.round(bytes / 1024 ** 2)}`
  return [
    {
      title: `Memory of the hub process over ${views.toLocaleString('en')} page views, MB`,
      columns: ['resident', 'MB', 'budget', 'holds'],
      rows: [
        ['after start', mb(atStart), '200', atStart <= 200 * 1024 ** 2 ? 'yes' : 'NO'],
        ['highest', mb(Math.max(...samples)), '350', Math.max(...samples) <= 350 * 1024 ** 2 ? 'yes' : 'NO'],
        ['at the end', mb(samples.at(-1)!), '350', samples.at(-1)! <= 350 * 1024 ** 2 ? 'yes' : 'NO'],
        [
          'growth a 1,000 views, second half',
          (growth / 1024 ** 2).toFixed(1),
          'flat',
          growth < 3 * 1024 ** 2 ? 'yes' : 'NO',
        ],
      ],
      notes: [`Sampled every ${sampleEvery} views; ${clients} clients open lists, overview, orders and settings.`],
    },
  ]
}
