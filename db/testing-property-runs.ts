/**
 * Number of cases for a property test that queries the database: few, with the same seed each run. `npm run fuzz --
 * --rules` tries ten times as many others.
 */
export function propertyRuns(few: number): { numRuns: number } {
  return { numRuns: process.env.FAST_CHECK_RUNS ? few * 10 : few }
}
