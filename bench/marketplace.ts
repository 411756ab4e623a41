import { rm } from 'node:fs/promises'
import path from 'node:path'
import { defaultSchema, withClient } from '#db/connection.ts'
import { HUB_DATABASE, type Cluster } from '#db/embedded/cluster.ts'
import { migrate, listMigrations } from '#db/migrate.ts'
import { generateMarketplace, type Generation } from './marketplace/generate.ts'
import { day } from '#lib/duration.ts'

export interface Marketplace {
  cluster: Cluster
  url: string
  generation: Generation
  /** Whether it was kept by an earlier run with `--keep`. */
  reused: boolean
}

/** Dates are relative to the generation: after this many days too few orders are due for a fair measurement. */
const freshDays = 2

/** Starts PostgreSQL as `npm start` does and generates the marketplace unless present. */
export async function openMarketplace(
  cluster: Cluster,
  { orders, say }: { orders: number; say: (line: string) => void },
): Promise<Marketplace> {
  const kept = await readStamp(cluster.url(), orders)
  if (kept) say(`Reusing the marketplace of ${kept.orders.toLocaleString('en')} orders`)
  const generation = kept ?? (await makeAnew(cluster, orders, say))
  return { cluster, url: cluster.url(), generation, reused: kept !== null }
}

/** Deletes the data folder; its cluster must be stopped. */
export async function removeMarketplace(dataDir: string): Promise<void> {
  await rm(path.resolve(dataDir), { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}

async function makeAnew(cluster: Cluster, orders: number, say: (line: string) => void): Promise<Generation> {
  say(`Generating a marketplace of ${orders.toLocaleString('en')} orders …`)
  const address = new URL(cluster.superuserUrl)
  address.pathname = `/${HUB_DATABASE}`
  // Via another database: connections would lock this one.
  await withClient(address.href, (client) =>
    client.query(`drop schema if exists bench cascade; drop schema if exists ${defaultSchema} cascade`),
  )
  await withClient(cluster.url(), (client) => migrate(client, defaultSchema))
  const now = new Date()
  const generation = await generateMarketplace({ superuserUrl: address.href, orders, now, say })
  await withClient(cluster.url(), async (client) => {
    const stamp: Stamp = { orders, made: now.toISOString(), migrations: await listMigrations(), generation }
    await client.query(`insert into hub_settings (key, value) values ('bench', $1)`, [JSON.stringify(stamp)])
    await client.query('checkpoint').catch(() => {})
  })
  return generation
}

interface Stamp {
  orders: number
  made: string
  migrations: string[]
  generation: Generation
}

/** Metadata of an existing marketplace, if it matches the request. */
async function readStamp(url: string, orders: number): Promise<Generation | null> {
  return withClient(url, async (client) => {
    const { rows } = await client
      .query<{ value: string }>(`select value from hub_settings where key = 'bench'`)
      .catch(() => ({ rows: [] }))
    if (!rows[0]) return null
    const stamp = JSON.parse(rows[0].value) as Stamp
    const age = Date.now() - Date.parse(stamp.made)
    const fits = stamp.orders === orders && stamp.migrations.join() === (await listMigrations()).join()
    return fits && age < freshDays * day ? stamp.generation : null
  })
}
