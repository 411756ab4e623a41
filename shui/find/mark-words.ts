export interface TextRange {
  text: string
  isHit: boolean
}

/** Splits a text at the typed words, ignoring case. The spans concatenate to the text. */
export function markWords(text: string, typed: string): TextRange[] {
  const words = typed.split(/[\s#]+/u).filter(Boolean)
  if (words.length === 0) return [{ text, isHit: false }]
  const pattern = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')
  return text
    .split(new RegExp(`(${pattern})`, 'iu'))
    .map((part, index) => ({ text: part, isHit: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}
