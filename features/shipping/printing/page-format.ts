/** Paper that printers take. */
export const papers = ['A4', 'LETTER'] as const
/** A size of paper that shops print on. */
export type Paper = (typeof papers)[number]

/** Millimetres. */
export const paperSizes: Record<Paper, { width: number; height: number }> = {
  A4: { width: 210, height: 297 },
  LETTER: { width: 215.9, height: 279.4 },
}

/** White around a page, in millimetres: most printers reach no further than 5 to the edge, and a binder takes 15. */
const margin = { block: 13, inline: 15 }

/** A page's rounding must not push its foot onto a second sheet; in millimetres. */
const slack = 2

/**
 * The style rules of a paper with its margins. `numbered`: the pages have their numbers below, `{page}` and `{pages}` in
 * their words; of many documents in one go that would count over all of them.
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
