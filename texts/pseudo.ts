import type { Messages } from '@lingui/core'

const accents = new Map(
  'aá eé ií oó uú yý nñ cç sš zž dď lľ rř tť AÁ EÉ IÍ OÓ UÚ YÝ NÑ CÇ SŠ ZŽ DĎ LĽ RŘ TŤ'
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
)

/** Adds accents and brackets to every compiled message, keeping placeholders and plural rules. */
export function pseudoMessages(messages: Messages): Messages {
  return Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [key, ['⟦', ...asList(accent(message)), '⟧']]),
  ) as Messages
}

type Token = unknown

function asList(message: Token): Token[] {
  return Array.isArray(message) ? message : [message]
}

function accent(message: Token): Token {
  if (typeof message === 'string') return [...message].map((letter) => accents.get(letter) ?? letter).join('')
  if (!Array.isArray(message)) return message
  return message.map((token: Token) => (Array.isArray(token) ? accentPlace(token) : accent(token)))
}

/** A placeholder is `[name, format?, options?]`: only its option texts are words. */
function accentPlace([name, format, options]: Token[]): Token[] {
  if (format === undefined) return [name]
  if (typeof options !== 'object' || options === null)
    return [name, format, ...(options === undefined ? [] : [options])]
  return [
    name,
    format,
    Object.fromEntries(Object.entries(options).map(([key, value]) => [key, key === 'offset' ? value : accent(value)])),
  ]
}
