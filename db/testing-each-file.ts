import fc from 'fast-check'
import { afterAll, vi } from 'vitest'
import { closeAfterTestFile } from './testing-cleanup.ts'
import { testScope } from './testing-scope.ts'

// Vitest runs this before each test file; the file's own hooks come before it.
afterAll(closeAfterTestFile)
// Files share a worker: what one replaced must not reach the next.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
// A fixed seed makes failures reproducible. `npm run fuzz -- --rules` tries other cases.
const { FAST_CHECK_SEED = '1', FAST_CHECK_RUNS = testScope === 'all' ? '1000' : '30' } = process.env
fc.configureGlobal({ seed: Number(FAST_CHECK_SEED), numRuns: Number(FAST_CHECK_RUNS) })
