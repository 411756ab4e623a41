/** The styles of the specification in nesting order, outermost first. */
export const textStyles = [
  'DEFAULT',
  'POSITIVE',
  'NEGATIVE',
  'BOLD',
  'EMPHASIS',
  'ITALIC',
  'STRIKETHROUGH',
  'HIGHLIGHT',
  'SUPERSCRIPT',
  'SUBSCRIPT',
] as const

export type TextStyle = (typeof textStyles)[number]

/**
 * The known styles, deduplicated, outermost first in any input order. null and undefined mean none; unknown names are
 * ignored. Throws `Error("Styles must be passed as an array")` for any other value that is not an array.
 */
export function nestStyles(styles: unknown): readonly TextStyle[] {
  if (styles === null || styles === undefined) return []
  if (!Array.isArray(styles)) throw new Error('Styles must be passed as an array')
  const given = new Set<unknown>(styles)
  return textStyles.filter((style) => given.has(style))
}
