import { trimmed } from '#lib/trimmed.ts'

/** Where in the stock room a thing lies, by SKU. */
export interface Bin {
  sku: string
  bin: string
}

/** Why a line of a list of bins is not understood; lines count from 1. */
export interface BinProblem {
  line: number
  problem: 'no-bin' | 'long-sku' | 'long-bin' | 'twice'
}

/** As the database has it, and as `listings.sku`. */
export const longestSku = 50
export const longestBin = 20

/**
 * Reads a list as it is pasted from a spreadsheet: a SKU and its bin a line, with a tab between, or else a semicolon, or
 * else a comma. Empty lines are nothing.
 */
export function readBins(text: string): { bins: Bin[]; problems: BinProblem[] } {
  const bins = new Map<string, Bin>()
  const problems: BinProblem[] = []
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (trimmed(line) === '') continue
    const divider = ['\t', ';', ','].find((sign) => line.includes(sign))
    const cut = divider === undefined ? line.length : line.lastIndexOf(divider)
    const [sku, bin] = [trimmed(line.slice(0, cut)), trimmed(line.slice(cut + 1))]
    const problem = problemOf(sku, bin, bins)
    if (problem) problems.push({ line: index + 1, problem })
    else bins.set(sku, { sku, bin })
  }
  return { bins: [...bins.values()], problems }
}

function problemOf(sku: string, bin: string, before: ReadonlyMap<string, Bin>): BinProblem['problem'] | null {
  if (sku === '' || bin === '') return 'no-bin'
  if ([...sku].length > longestSku) return 'long-sku'
  if ([...bin].length > longestBin) return 'long-bin'
  return before.has(sku) ? 'twice' : null
}

/** The list as it can be pasted again. */
export function writeBins(bins: readonly Bin[]): string {
  return bins.map(({ sku, bin }) => `${sku}\t${bin}`).join('\n')
}
