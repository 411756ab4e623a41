import { paths, withQuery } from '#web/paths.ts'
import type { RunSuite, Setting } from './setting.ts'
import { tokenOf, type Visitor } from './visitor.ts'

const many = 500
const few = 50
const rounds = 5

interface Measured {
  ms: number
  cpuMs: number
  bytes: number
  /** Peak increase of resident memory while the sheets were requested, in bytes. */
  more: number
}

/** Packing slips of 500 orders compared with 50: time and memory must grow at most linearly. */
export const printingSuite: RunSuite = async (setting) => {
  const visitor = await setting.visit({ connections: 2 })
  const srt = await tokenOf(visitor)
  const runs = { few: await startRun(setting, visitor, srt, few), many: await startRun(setting, visitor, srt, many) }
  // Discards the first run of each, which runs cold code.
  for (const run of Object.values(runs)) await visitor.get(run)
  const measured = { few: [] as Measured[], many: [] as Measured[] }
  for (let round = 0; round < rounds; round += 1)
    for (const size of ['few', 'many'] as const) measured[size].push(await measure(setting, visitor, runs[size]))
  visitor.close()
  const best = (size: keyof typeof runs, of: keyof Measured) => Math.min(...measured[size].map((one) => one[of]))
  const row = (size: keyof typeof runs, slips: number) => [
    String(slips),
    best(size, 'ms').toFixed(0),
    best(size, 'cpuMs').toFixed(0),
    (best(size, 'cpuMs') / slips).toFixed(2),
    (best(size, 'bytes') / 1e6).toFixed(2),
    (Math.max(...measured[size].map(({ more }) => more)) / 1024 ** 2).toFixed(0),
  ]
  const growth = best('many', 'cpuMs') / many / (best('few', 'cpuMs') / few)
  return [
    {
      title: `Packing slips, the best of ${rounds}`,
      columns: ['slips', 'ms', 'hub CPU ms', 'CPU ms a slip', 'MB', 'memory while printing, MB more'],
      rows: [row('few', few), row('many', many)],
      notes: [`A slip of ${many} costs ${growth.toFixed(2)} times a slip of ${few}.`],
    },
  ]
}

/** Prints packing slips for the seller's latest orders; returns the URL of the sheets. */
async function startRun({ db, hub, known }: Setting, visitor: Visitor, srt: string, slips: number): Promise<string> {
  const orders = await db.owner
    .selectFrom('orders')
    .select('order_number')
    .where('seller_id', '=', known.sellerId)
    .where('status', 'in', ['AWAITING_SHIPMENT', 'SHIPPED', 'DELIVERED'])
    .orderBy('placed_at', 'desc')
    .limit(slips)
    .execute()
  const keys = orders.map(({ order_number: number }) => number).join(',')
  const address = withQuery(paths.ordersPrint, { keys })
  const page = (await visitor.get(address, { encoding: 'identity' })).body.toString()
  const response = await fetch(hub.url + address, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: visitor.cookie },
    body: new URLSearchParams({ srt, document: 'slip', begun: /name="begun" value="([^"]+)"/.exec(page)?.[1] ?? '' }),
  })
  const run = response.headers.get('location')
  if (response.status !== 303 || !run) throw new Error(`printing was answered with ${response.status}`)
  return new URL(run, hub.url).pathname + new URL(run, hub.url).search
}

async function measure({ hub }: Setting, visitor: Visitor, run: string): Promise<Measured> {
  const [memoryBefore, cpuBefore] = [(await hub.memory()) ?? 0, (await hub.cpuMs()) ?? 0]
  let highest = memoryBefore
  const watch = setInterval(() => void hub.memory().then((now) => (highest = Math.max(highest, now ?? 0))), 20)
  try {
    const { status, body, ms } = await visitor.get(run, { encoding: 'identity' })
    if (status !== 200) throw new Error(`the sheets were answered with ${status}`)
    return { ms, cpuMs: ((await hub.cpuMs()) ?? 0) - cpuBefore, bytes: body.length, more: highest - memoryBefore }
  } finally {
    clearInterval(watch)
  }
}
