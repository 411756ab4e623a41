import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Imports a whole marketplace, which keeps PostgreSQL busy for a minute, one statement after another. */
export const wholeImport = 'marketplace/olist/olist-facts.test.ts'

/** Ends of the names of short files that take long: the kit's has its tests elsewhere, processes are started and stopped. */
const long = [wholeImport, 'kit/kit.test.ts', '.process.test.ts']

/** Vitest's own order, large files first, but for `long`: begun last, they would go on alone while the other cores idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own, not that of arrays
    const sorted = await super.sort(files)
    const isOf = (end: string | undefined) => (file: TestSpecification) =>
      long.find((each) => file.moduleId.endsWith(each)) === end
    return [...long, undefined].flatMap((end) => sorted.filter(isOf(end)))
  }
}
