import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Imports a whole marketplace, which keeps PostgreSQL busy for a minute in a single session. */
export const longImportTest = 'marketplace/olist/olist-facts.db.test.ts'

/** Suffixes of short files that take long; the kit's test file has its tests elsewhere. */
const long = [longImportTest, 'kit/kit.test.ts']

/** Tests of the whole hub in browsers and processes, which take longest. */
const isWhole = (file: string) => isJourney(file) || isProcess(file) || file.endsWith(longImportTest)
const isJourney = (file: string) => file.startsWith(path.resolve(import.meta.dirname, '../e2e'))
const isProcess = (file: string) => file.endsWith('.process.test.ts')

/** Journeys between two process tests: processes wait half their time, browsers never do. */
const journeysBetween = 3

/**
 * Vitest's order, large files first, except for `long` and processes. Long files start first and quick ones last, so
 * that no worker runs alone at the end.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of the sequencer, not of arrays
    const sorted = await super.sort(files)
    const whole = sorted.filter(({ moduleId }) => isWhole(moduleId))
    const processes = whole.filter(({ moduleId }) => isProcess(moduleId))
    const journeys = whole.filter(({ moduleId }) => !isProcess(moduleId))
    const isLong = ({ moduleId }: TestSpecification) => long.some((end) => moduleId.endsWith(end))
    const longFirst = [...journeys.filter(isLong), ...journeys.filter((file) => !isLong(file))]
    return [...mixed(processes, longFirst), ...sorted.filter(({ moduleId }) => !isWhole(moduleId))]
  }
}

/** Interleaves two lists until both are exhausted. */
function mixed<T>(some: T[], others: T[]): T[] {
  const rest = [...others]
  return [...some.flatMap((each) => [each, ...rest.splice(0, journeysBetween)]), ...rest]
}
