import { defineConfig } from 'vitest/config'
import whole from './vitest.config.ts'

/** What runs with real shops from npm: `npm run test:shops` (connectors/README.md). */
export default defineConfig({
  test: {
    ...whole.test,
    include: ['connectors/*/*.shops.ts'],
    // Each installs and starts a whole shop.
    fileParallelism: false,
    // Beside other work they took up to 544 seconds.
    testTimeout: 1_200_000,
  },
})
