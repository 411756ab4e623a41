import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst, longImportTest } from './db/testing-order.ts'

/**
 * What only a change of the importer, of the demo, of the development server or of how processes begin and end can break, and
 * takes long, all modules through Vite or one start after another: not with all others, only by its name (decision 20).
 */
const slow = [
  longImportTest,
  'marketplace/demo/again.test.ts',
  'server/development.process.test.ts',
  '**/moments.process.test.ts',
]
const byNameOnly = process.env.TESTS === 'all' ? slow : []

export default defineConfig({
  test: {
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['node_modules/**', 'build/**', 'data/**', ...byNameOnly],
    // One more than there are cores, for what is waited for: each loads all modules for itself (decision 20).
    maxWorkers: availableParallelism() + 1,
    // What is waited for comes, also on a machine that is busy with something else: a process of the hub takes two seconds to
    // begin on a quiet one.
    expect: { poll: { timeout: 180_000 } },
    // For what hangs, and for nothing else: a journey of twenty seconds took more than 180 beside six other test runs.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // A line for each file, and none for a test that takes its time: how long one takes says more of the machine than of it.
    slowTestThreshold: 60_000,
    globalSetup: ['./db/testing-setup.ts'],
    setupFiles: ['./db/testing-each-file.ts'],
    // A worker loads each module once, for journeys and rules alike (decision 20): what tests may change is in a database, a
    // folder and a browser of their own.
    isolate: false,
    // Node loads the tests, and no module of them goes through Vite: half the time of loading (decision 20).
    execArgv: ['--disable-warning=ExperimentalWarning', '--import', './db/testing-loader.ts'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: LongestFirst },
    // The hub renders with the React that sellers get, in half the time of its development code.
    env: { NODE_ENV: 'production' },
  },
})
