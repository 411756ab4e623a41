import { isCoreRun } from './testing-scope.ts'

/**
 * Number of cases for a property test that queries the database: few, with the same seed each run; a quarter of them in
 * `npm test`. `npm run fuzz -- --rules` tries ten times as many others.
 */
export function propertyRuns(few: number): { numRuns: number } {
  if (process.env.FAST_CHECK_RUNS) return { numRuns: few * 10 }
  return { numRuns: isCoreRun ? Math.max(3, Math.ceil(few / 4)) : few }
}
