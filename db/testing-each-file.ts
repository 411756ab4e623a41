import { afterAll } from 'vitest'
import { closeAfterTestFile } from './testing-cleanup.ts'

// Vitest runs this before each test file; the file's own hooks come before it.
afterAll(closeAfterTestFile)
