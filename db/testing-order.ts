import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Imports a whole marketplace, which keeps PostgreSQL busy for a minute, one statement after another. */
export const wholeImport = 'marketplace/olist/olist-facts.test.ts'

/** Vitest's own order, but for the file that takes longest: begun last, it would go on alone while the other cores idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith(wholeImport)
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own, not that of arrays
    const sorted = await super.sort(files)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}
