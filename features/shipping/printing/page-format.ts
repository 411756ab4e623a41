export const papers = ['A4', 'LETTER'] as const
export type Paper = (typeof papers)[number]

/** Millimetres. */
export const paperSizes: Record<Paper, { width: number; height: number }> = {
  A4: { width: 210, height: 297 },
  LETTER: { width: 215.9, height: 279.4 },
}

/** Page margins in millimetres: most printers need 5, and hole punching needs 15. */
const margin = { block: 13, inline: 15 }

/** Millimetres of slack, so that rounding does not push the footer to a second sheet. */
const slack = 2

/**
 * CSS rules for a paper size and its margins. `numbered` adds page numbers; they count across all documents of a run, so use it for single
 * ones only.
 */
export function pageRules(paper: Paper, numbered: { before: string; between: string } | null): string {
  const { width, height } = paperSizes[paper]
  const counter = numbered
    ? `@bottom-right{content:"${quoted(numbered.before)}" counter(page) "${quoted(numbered.between)}" counter(pages);font:8.5pt Inter,sans-serif}`
    : ''
  return `@page{size:${width}mm ${height}mm;margin:${margin.block}mm ${margin.inline}mm;${counter}}
:root{--page-width:${width}mm;--page-height:${height}mm;--page-margin:${margin.block}mm ${margin.inline}mm;--content-height:${height - 2 * margin.block - slack}mm}`
}

const quoted = (text: string) => text.replaceAll(/["\\\n<]/g, '')
