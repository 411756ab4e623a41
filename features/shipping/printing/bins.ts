import { trimmed } from '#lib/trimmed.ts'

export interface Bin {
  sku: string
  bin: string
}

/** A line that could not be parsed; lines count from 1. */
export interface BinProblem {
  line: number
  problem: 'no-bin' | 'long-sku' | 'long-bin' | 'twice'
}

/** The database limit, as for `listings.sku`. */
export const maxSkuLength = 50
export const maxBinLength = 20

/**
 * Parses a list pasted from a spreadsheet: one SKU and bin per line, separated by a tab, else a semicolon, else a comma. Skips empty lines.
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
  if ([...sku].length > maxSkuLength) return 'long-sku'
  if ([...bin].length > maxBinLength) return 'long-bin'
  return before.has(sku) ? 'twice' : null
}

/** Formats the list so that it can be pasted again. */
export function writeBins(bins: readonly Bin[]): string {
  return bins.map(({ sku, bin }) => `${sku}\t${bin}`).join('\n')
}
