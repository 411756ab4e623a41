import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { inSchema, withClient } from '#db/connection.ts'
import { dropSchema } from '#db/own-schema.ts'
import { hubCommand, ownerUrl, startClusterServers, stopClusterServers } from '#server/testing-cluster.ts'
import type { DividedMarket } from './divided-market.ts'

/** Schemas of its own beside that of a hub: for the demo, and for the database tests. */
const schema = 'hub_cluster_test'
const emptySchema = 'hub_cluster_empty'

/**
 * Divides two schemas by the product's own commands and loads the demo into one: on the cluster that CLUSTER_URL names,
 * or on one that is started from the programs in PG_BIN and stopped after the tests.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { CLUSTER_URL, PG_BIN } = process.env
  if (CLUSTER_URL) return divideDemo(project, { coordinator: CLUSTER_URL, workers: null })
  if (!PG_BIN)
    throw new Error(
      'Set PG_BIN to the programs of a PostgreSQL with the extension citus, or CLUSTER_URL to the coordinator of a cluster.',
    )
  const folder = await mkdtemp(path.join(tmpdir(), 'hub-cluster-'))
  const stop = async () => {
    await stopClusterServers(PG_BIN, folder)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    // PostgreSQL may run as another user.
    await chmod(folder, 0o755)
    const { coordinator, workers } = await startClusterServers(PG_BIN, folder)
    await divideDemo(project, { coordinator: ownerUrl(coordinator), workers })
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

/** Returns a function that drops the schema. */
async function divideDemo(
  project: TestProject,
  cluster: Pick<DividedMarket, 'coordinator' | 'workers'>,
): Promise<() => Promise<void>> {
  const market: DividedMarket = { ...cluster, schema, url: inSchema(cluster.coordinator, schema), said: {} }
  const drop = () =>
    withClient(market.url, async (client) => {
      for (const name of [schema, `${schema}_jobs`, emptySchema]) await dropSchema(client, name)
    })
  await drop()
  for (const command of ['migrate', 'distribute --dry-run', 'distribute', 'demo'])
    market.said[command] = await hubCommand(market, command.split(' '))
  project.provide('divided', market)
  const empty = { ...market, schema: emptySchema }
  for (const command of ['migrate', 'distribute']) await hubCommand(empty, [command])
  project.provide('dividedUrl', inSchema(cluster.coordinator, emptySchema))
  return drop
}
