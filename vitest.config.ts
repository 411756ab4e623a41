import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { clockOffset } from './db/testing-clock.ts'
import { LongestFirst } from './db/testing-order.ts'
import { excludedTests, testScope } from './db/testing-scope.ts'

const withOtherClock = clockOffset > 0 ? ['**/*.process.test.ts'] : []

export default defineConfig({
  test: {
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['node_modules/**', 'build/**', 'data/**', ...excludedTests(testScope), ...withOtherClock],
    // One more than cores, since workers wait; each loads all modules (decision 20).
    maxWorkers: availableParallelism() + 1,
    // Long, because machines may be busy; starting a hub process takes two seconds on a quiet one.
    expect: { poll: { timeout: 180_000 } },
    // Only stops hanging tests: beside six other runs a journey of twenty seconds took over 180.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // One line per file, none for slow tests: durations depend on the machine.
    slowTestThreshold: 60_000,
    globalSetup: ['./db/testing-setup.ts'],
    setupFiles: ['./db/testing-each-file.ts'],
    // Modules are loaded once per worker (decision 20): tests only change their own database, folder and browser.
    isolate: false,
    // Node loads the tests without Vite, which halves loading time (decision 20).
    execArgv: ['--disable-warning=ExperimentalWarning', '--import', './db/testing-loader.ts'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: LongestFirst },
    // Uses React's production build, as sellers do, which renders in half the time.
    env: { NODE_ENV: 'production' },
  },
})
