import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { ClusterServer } from './cluster-servers.ts'

/** The demo on a cluster, in a schema divided by seller. */
export interface DividedMarket {
  /** URL of the coordinator, and the same with the schema. */
  coordinator: string
  url: string
  schema: string
  /** The test's own workers; null on a cluster that CLUSTER_URL names. */
  workers: ClusterServer[] | null
  /** Output of the commands that made it. */
  said: Record<string, string>
}

/** Runs `npm run hub -- <command>` on the cluster; rejects if it fails. */
export async function hubCommand(
  { coordinator, schema }: Pick<DividedMarket, 'coordinator' | 'schema'>,
  command: string[],
): Promise<string> {
  const env = { ...process.env, DATABASE_URL: coordinator, DATABASE_SCHEMA: schema, NODE_ENV: 'production' }
  const { stdout } = await promisify(execFile)(process.execPath, ['cli/main.ts', ...command], { env })
  return stdout
}
