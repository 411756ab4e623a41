import { goalTable } from './goals.ts'
import { startHub } from './hub-process.ts'
import { percentile } from './percentiles.ts'
import { visitsTo, type RunSuite, type Setting } from './setting.ts'
import { repeat, warmHub } from './warm.ts'

const seconds = 10
const page = '/sh/ord'

/** Requests per second of the orders page with several clients, on one and two processes, and the export of all orders. */
export const loadSuite: RunSuite = async (setting) => {
  const rows = await measureProcesses(1, setting.visit)
  const { databaseUrl, options, db } = setting
  const both = await startHub({ DATABASE_URL: databaseUrl, DATA_DIR: options.dataDir, HUB_PROCESSES: '2' })
  try {
    rows.push(...(await measureProcesses(2, visitsTo(both, db))))
  } finally {
    await both.stop()
  }
  return [
    {
      title: `Requests a second of ${page}`,
      columns: ['processes', 'clients', 'requests/s', 'p50 ms', 'p95 ms', 'p99 ms', 'failed'],
      rows,
      notes: [`Each client repeats its request for ${seconds} s. Clients, hub and PostgreSQL share the cores.`],
    },
    goalTable([
      ...rows
        .filter(([, clients]) => clients === '4')
        .map(([processes, , figure]) => ({
          what: `requests of 4 clients, HUB_PROCESSES=${processes}`,
          least: 110,
          figure: Number(figure),
          unit: 'a second',
        })),
      { what: 'export of all orders', least: 40_000, figure: await measureExport(setting), unit: 'lines/s' },
    ]),
  ]
}

async function measureProcesses(processes: number, visit: Setting['visit']): Promise<string[][]> {
  const rows: string[][] = []
  const warming = await visit({ connections: 4 })
  await repeat(processes, () => warmHub(warming, 4))
  warming.close()
  for (const clients of [1, 4, 16]) rows.push([`${processes}`, ...(await measureClients(visit, clients))])
  return rows
}

async function measureClients(visit: Setting['visit'], clients: number): Promise<string[]> {
  const visitor = await visit({ connections: clients })
  const times: number[] = []
  let failed = 0
  const began = performance.now()
  const ask = async () => {
    while (performance.now() - began < seconds * 1000) {
      const { status, ms } = await visitor.get(page)
      times.push(ms)
      if (status !== 200) failed += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, ask))
  const elapsed = (performance.now() - began) / 1000
  visitor.close()
  const at = (share: number) => percentile(times, share).toFixed(1)
  return [`${clients}`, (times.length / elapsed).toFixed(1), at(0.5), at(0.95), at(0.99), `${failed}`]
}

/** Lines a second of the second export; the first warms up V8 and PostgreSQL. */
async function measureExport({ visit }: Setting): Promise<number> {
  const visitor = await visit()
  const get = () => visitor.get('/sh/ord/export', { encoding: 'identity' })
  await get()
  const { status, ms, body } = await get()
  visitor.close()
  if (status !== 200) throw new Error(`the export was answered with ${status}`)
  return (body.toString().split('\r\n').length - 1) / (ms / 1000)
}
