import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Imports a whole marketplace, which keeps PostgreSQL busy for a minute, one statement after another. */
export const wholeImport = 'marketplace/olist/olist-facts.test.ts'

/** Ends of the names of short files that take long: the kit's has its tests elsewhere. */
const long = [wholeImport, 'kit/kit.test.ts']

/** The hub as it runs, in browsers and in processes of its own, with all that a marketplace has: what takes longest. */
const isWhole = (file: string) => isJourney(file) || isProcess(file) || file.endsWith(wholeImport)
const isJourney = (file: string) => file.startsWith(path.resolve(import.meta.dirname, '../e2e'))
const isProcess = (file: string) => file.endsWith('.process.test.ts')

/** After how many journeys a file follows whose processes start and stop: they wait half their time, while browsers never do. */
const journeysBetween = 3

/**
 * Vitest's own order, large files first, but for `long` and processes. The long part comes first and the quick one last, in
 * one queue: what begins last is short, so that no worker goes on alone while the cores idle.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own, not that of arrays
    const sorted = await super.sort(files)
    const whole = sorted.filter(({ moduleId }) => isWhole(moduleId))
    const processes = whole.filter(({ moduleId }) => isProcess(moduleId))
    const journeys = whole.filter(({ moduleId }) => !isProcess(moduleId))
    const isLong = ({ moduleId }: TestSpecification) => long.some((end) => moduleId.endsWith(end))
    const longFirst = [...journeys.filter(isLong), ...journeys.filter((file) => !isLong(file))]
    return [...mixed(processes, longFirst), ...sorted.filter(({ moduleId }) => !isWhole(moduleId))]
  }
}

/** One of the first, then some of the second, and so on until both are at their end. */
function mixed<T>(some: T[], others: T[]): T[] {
  const rest = [...others]
  return [...some.flatMap((each) => [each, ...rest.splice(0, journeysBetween)]), ...rest]
}
