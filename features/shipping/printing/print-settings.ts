import type { LabelFormatId } from './label-formats.ts'
import type { Paper } from './page-format.ts'

/** Where offices print on US Letter; everywhere else on A4 (ISO 216). */
const letterCountries = new Set('US CA MX PH CL CO VE CR GT HN NI PA SV DO PR'.split(' '))

/** The paper that is usual in a country. */
export function usualPaper(country: string): Paper {
  return letterCountries.has(country) ? 'LETTER' : 'A4'
}

/** Characters, as the database has it. */
export const longestSender = 400
export const longestText = 500
export const longestPrefix = 12
export const longestTaxNumber = 40

/** How a seller prints. */
export interface PrintSettings {
  /** Who sends: the shop's name and the lines of its address. */
  sender: { name: string; lines: readonly string[]; country: string }
  /** At the end of a packing slip; empty for none. */
  slipText: string
  paper: Paper
  labelFormat: LabelFormatId
  /** What stands before an invoice's number, the seller's number at the tax office, and a text at the end. */
  invoice: { prefix: string; taxNumber: string; text: string }
}

/** The lines of a text, without those that are empty. */
export function textLines(text: string): string[] {
  return text.split('\n').flatMap((line) => line.trim() || [])
}
