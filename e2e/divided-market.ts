import type { ClusterServer } from '#server/testing-cluster.ts'

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
