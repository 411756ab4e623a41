/** Every style the specification names, in nesting order: the first is the outermost element. */
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
 * The styles to draw, known ones only, each once, outermost first whatever the order given.
 * null and undefined mean none; unknown names are ignored, because the set is open in practice.
 * Throws `Error("Styles must be passed as an array")` for anything else that is not an array.
 */
export function nestStyles(styles: unknown): readonly TextStyle[] {
  if (styles === null || styles === undefined) return []
  if (!Array.isArray(styles)) throw new Error('Styles must be passed as an array')
  const given = new Set<unknown>(styles)
  return textStyles.filter((style) => given.has(style))
}
