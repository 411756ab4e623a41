/** A stretch of a text; `isHit` where it is what was looked for. */
export interface Stretch {
  text: string
  isHit: boolean
}

/** Divides a text at the words that were typed, whatever their case. Put together, the stretches are the text again. */
export function markWords(text: string, typed: string): Stretch[] {
  const words = typed.split(/[\s#]+/u).filter(Boolean)
  if (words.length === 0) return [{ text, isHit: false }]
  const pattern = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')
  return text
    .split(new RegExp(`(${pattern})`, 'iu'))
    .map((part, index) => ({ text: part, isHit: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}
