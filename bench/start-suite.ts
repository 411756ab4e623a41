import { rm } from 'node:fs/promises'
import { startHub } from './hub-process.ts'
import type { Table } from './table.ts'
import { createVisitor } from './visitor.ts'

const laterStarts = 3

/** Time from the command to the first page: with an empty data folder, then again. */
export async function startSuite({ dataDir }: { dataDir: string }): Promise<Table[]> {
  await rm(dataDir, { recursive: true, force: true })
  try {
    const first = await startToPage(dataDir)
    const later: number[] = []
    for (let time = 0; time < laterStarts; time += 1) later.push(await startToPage(dataDir))
    const middle = later.toSorted((a, b) => a - b)[Math.floor(laterStarts / 2)]!
    const seconds = (ms: number) => (ms / 1000).toFixed(1)
    return [
      {
        title: 'npm start to the first page, s',
        columns: ['start', 'seconds', 'budget', 'holds'],
        rows: [
          ['installed and built, no data: PostgreSQL set up, migrated, demo loaded', seconds(first), '', ''],
          [`later starts, middle of ${laterStarts}`, seconds(middle), '5', middle <= 5000 ? 'yes' : 'NO'],
        ],
      },
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

async function startToPage(dataDir: string): Promise<number> {
  const began = performance.now()
  const hub = await startHub({ DATA_DIR: dataDir, HUB_DEMO: 'auto' }, 'cli/bootstrap/start.mjs')
  const visitor = await createVisitor({ url: hub.url, link: null })
  const { status } = await visitor.get('/sign-in')
  const took = performance.now() - began
  visitor.close()
  await hub.stop()
  if (status !== 200) throw new Error(`the first page was answered with ${status}`)
  return took
}
