import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Imports a whole marketplace, which keeps PostgreSQL busy for a minute, one statement after another. */
export const wholeImport = 'marketplace/olist/olist-facts.test.ts'

/** Ends of the names of short files that take long: the kit's has its tests elsewhere. */
const long = [wholeImport, 'kit/kit.test.ts']

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
    const whole = sorted.filter(({ project }) => project.name === 'whole')
    const isProcess = ({ moduleId }: TestSpecification) => moduleId.endsWith('.process.test.ts')
    const isLong = ({ moduleId }: TestSpecification) => long.some((end) => moduleId.endsWith(end))
    const journeys = [...whole.filter(isLong), ...whole.filter((file) => !isLong(file) && !isProcess(file))]
    return [...mixed(whole.filter(isProcess), journeys), ...sorted.filter(({ project }) => project.name !== 'whole')]
  }
}

/** One of the first, then some of the second, and so on until both are at their end. */
function mixed<T>(some: T[], others: T[]): T[] {
  const rest = [...others]
  return [...some.flatMap((each) => [each, ...rest.splice(0, journeysBetween)]), ...rest]
}
