import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { paths } from '#web/paths.ts'
import { count, megabytes, watched } from './files/shop.ts'
import { addOpenOrders, removeOpenOrders, trackingOf } from './open-orders.ts'
import type { RunSuite, Setting } from './setting.ts'
import { tokenOf, type Visitor } from './visitor.ts'

/**
 * File sizes in orders, and how many rows have a number rounded by a spreadsheet. Memory is flat if the long file needs
 * no more than the short one.
 */
const files = [
  { rows: 5_000, bad: 40, range: 97 },
  { rows: 100_000, bad: 800, range: 98 },
]

export const trackingSuite: RunSuite = async (setting) => {
  const visitor = await setting.visit()
  const srt = await tokenOf(visitor)
  const rows: string[][] = []
  for (const file of files) rows.push(await measure(setting, visitor, srt, file))
  visitor.close()
  return [
    {
      title: 'Tracking numbers from a file',
      columns: [
        'rows',
        'bad',
        'check, rows/s',
        'apply, rows/s',
        'both, hub CPU ms a row',
        'applied',
        'mended file changes',
        'hub memory, MB',
      ],
      rows,
      notes: ['Checked, applied, then uploaded again with its bad rows mended, which is checked only.'],
    },
  ]
}

async function measure(
  { db, hub, known, say }: Setting,
  visitor: Visitor,
  srt: string,
  { rows, bad, range }: (typeof files)[number],
): Promise<string[]> {
  const { sellerId } = known
  const send = (fields: Record<string, string>) => post(hub.url, visitor, { srt, ...fields })
  say(`  ${rows} orders to ship`)
  const orders = await addOpenOrders(db, { sellerId, count: rows, range })
  try {
    const cpuBefore = (await hub.cpuMs()) ?? 0
    const check = async (damaged: number) => {
      const upload = await send({ step: 'read', kind: 'tracking', pasted: fileOf(orders, damaged) })
      while (isOpen(await stateOf(db, upload))) await delay(50)
      return upload
    }
    const { result: upload, ...checked } = await watched(hub, () => check(bad))
    const applied = await watched(hub, async () => {
      await send({ step: 'apply', file: upload, check: await checkOf(db, upload) })
      while (isOpen(await stateOf(db, upload))) await delay(50)
    })
    const cpu = ((await hub.cpuMs()) ?? 0) - cpuBefore
    const again = await check(0)
    const [first, mended] = [await verdicts(db, upload), await verdicts(db, again)]
    return [
      count(rows),
      count(bad),
      count(rows / checked.seconds),
      count((rows - bad) / applied.seconds),
      (cpu / rows).toFixed(2),
      `${count(first['DONE'] ?? 0)}, ${count(first['PROBLEM'] ?? 0)} to mend`,
      count(mended['CHANGE'] ?? 0),
      megabytes(Math.max(checked.mostBytes, applied.mostBytes)),
    ]
  } finally {
    await removeOpenOrders(db, { sellerId, range })
  }
}

const fileOf = (orders: readonly string[], bad: number) =>
  [
    'Order number,Carrier,Tracking number',
    ...orders.map((order, index) => `${order},DHL,${index < bad ? '4.81203E+13' : trackingOf(index)}`),
  ].join('\n')

async function post(url: string, { cookie }: Visitor, fields: Record<string, string>): Promise<string> {
  const response = await fetch(url + paths.uploads, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie },
    body: new URLSearchParams(fields),
  })
  const upload = new URL(response.headers.get('location') ?? '', url).searchParams.get('file')
  if (response.status !== 303 || !upload) throw new Error(`the upload was answered with ${response.status}`)
  return upload
}

const isOpen = (state: string) => state === 'QUEUED' || state === 'RUNNING'

/** Names the check that the page showed. */
const checkOf = async (db: Setting['db'], id: string): Promise<string> => {
  const check = sql<string>`plan ->> 'check'`.as('check')
  return (await db.owner.selectFrom('file_runs').select(check).where('id', '=', id).executeTakeFirstOrThrow()).check
}

const stateOf = async (db: Setting['db'], id: string) =>
  (await db.owner.selectFrom('file_runs').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

async function verdicts(db: Setting['db'], id: string): Promise<Record<string, number>> {
  const rows = await db.owner
    .selectFrom('tracking_rows')
    .select(({ fn }) => ['verdict', fn.countAll<number>().as('n')])
    .where('run_id', '=', id)
    .groupBy('verdict')
    .execute()
  return Object.fromEntries(rows.map(({ verdict, n }) => [verdict, n]))
}
