/** What is printed on keys, in the reader's language. */
export interface KeyWords {
  control: string
  enter: string
  delete: string
  escape: string
}

/** As Apple prints them, in every language. */
const apple: KeyWords = { control: '⌘', enter: '↵', delete: '⌫', escape: 'esc' }

const named: Readonly<Record<string, keyof KeyWords>> = {
  Control: 'control',
  Enter: 'enter',
  Delete: 'delete',
  Escape: 'escape',
}

/**
 * Keys as they are drawn, from how `aria-keyshortcuts` spells them: `Control+Z` is "Ctrl Z", "Strg Z" or "⌘Z". A letter
 * alone is written large, as it is on the key. Pure.
 */
export function keyName(keys: string, words: KeyWords, isApple: boolean): string {
  const printed = isApple ? apple : words
  const each = keys.split('+').map((key, index, all) => {
    // Beside another key its sign is enough: the word would be longer than the rest.
    if (key === 'Enter' && all.length > 1) return '↵'
    const name = named[key]
    return name ? printed[name] : key.length === 1 ? key.toUpperCase() : key
  })
  return each.join(isApple ? '' : ' ')
}
