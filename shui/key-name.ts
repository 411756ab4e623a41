export interface KeyWords {
  control: string
  enter: string
  delete: string
  escape: string
}

/** Apple's key labels, the same in every language. */
const apple: KeyWords = { control: '⌘', enter: '↵', delete: '⌫', escape: 'esc' }

const named: Readonly<Record<string, keyof KeyWords>> = {
  Control: 'control',
  Enter: 'enter',
  Delete: 'delete',
  Escape: 'escape',
}

/** Formats `aria-keyshortcuts`: `Control+Z` becomes "Ctrl Z", "Strg Z" or "⌘Z". A single letter is upper case. */
export function keyName(keys: string, words: KeyWords, isApple: boolean): string {
  const printed = isApple ? apple : words
  const each = keys.split('+').map((key, index, all) => {
    // In a combination the symbol suffices.
    if (key === 'Enter' && all.length > 1) return '↵'
    const name = named[key]
    return name ? printed[name] : key.length === 1 ? key.toUpperCase() : key
  })
  return each.join(isApple ? '' : ' ')
}
