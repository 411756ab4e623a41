import { defineConfig } from 'vitest/config'
import whole from './vitest.config.ts'

/** What runs on a real cluster: `npm run test:cluster` (docs/scale-out.md). */
export default defineConfig({
  test: {
    ...whole.test,
    include: ['e2e/*.cluster.ts'],
    globalSetup: ['./db/testing-setup.ts', './e2e/cluster-setup.ts'],
    // All files use one cluster, whose servers some of them kill.
    fileParallelism: false,
    // Dropping a divided schema takes longer than Vitest waits by default, and then nothing is stopped.
    teardownTimeout: 300_000,
  },
})
