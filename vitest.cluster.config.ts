import { defineConfig } from 'vitest/config'
import whole from './vitest.config.ts'

/** What runs on a real cluster, which CLUSTER_URL names: `npm run test:cluster`. */
export default defineConfig({ test: { ...whole.test, include: ['e2e/*.cluster.ts'] } })
