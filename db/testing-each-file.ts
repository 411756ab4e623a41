import fc from 'fast-check'
import { afterAll } from 'vitest'
import { closeAfterTestFile } from './testing-cleanup.ts'

// Vitest runs this before each test file; the file's own hooks come before it.
afterAll(closeAfterTestFile)
// The same cases in each run: what fails once fails again. FAST_CHECK_SEED looks for others.
fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 1) })
