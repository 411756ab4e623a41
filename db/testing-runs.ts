/**
 * How many cases a rule tries that asks the database for each of them: few, since each run of the tests tries the same.
 * `npm run fuzz -- --rules` tries ten times as many others.
 */
export function runs(few: number): { numRuns: number } {
  return { numRuns: process.env.FAST_CHECK_RUNS ? few * 10 : few }
}
