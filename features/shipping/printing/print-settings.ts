import type { LabelFormatId } from './label-formats.ts'
import type { Paper } from './page-format.ts'

/** Countries that use US Letter; all others use A4 (ISO 216). */
const letterCountries = new Set('US CA MX PH CL CO VE CR GT HN NI PA SV DO PR'.split(' '))

export function usualPaper(country: string): Paper {
  return letterCountries.has(country) ? 'LETTER' : 'A4'
}

/** Characters; the database has the same limit. */
export const maxSenderLength = 400
export const maxTextLength = 500
export const maxPrefixLength = 12
export const maxTaxNumberLength = 40

export interface PrintSettings {
  sender: { name: string; lines: readonly string[]; country: string }
  /** Text at the end of packing slips; may be empty. */
  slipText: string
  paper: Paper
  labelFormat: LabelFormatId
  invoice: { prefix: string; taxNumber: string; text: string }
}

/** Non-empty lines of a text. */
export function textLines(text: string): string[] {
  return text.split('\n').flatMap((line) => line.trim() || [])
}
