import type { CompiledMessage, CompiledMessageToken } from '@lingui/message-utils/compileMessage'

/** A catalogue's messages as `compile.ts` makes them: lists of texts and places. */
export type Messages = Record<string, CompiledMessage>

/** Values for the places of an ICU message. */
export type TextValues = Record<string, string | number>

/** Of ICU, what the catalogues use besides plain places: `compile.ts` refuses other formats. */
export const placeFormats = ['number', 'select', 'plural'] as const

/** Writes compiled messages in a locale's plurals and figures. */
export function messageFormat(locale: string): (message: CompiledMessage, values?: TextValues) => string {
  const rules = new Intl.PluralRules(locale)
  const figures = new Intl.NumberFormat(locale)
  /** `count` is the number that `#` stands for: that of the plural around it. */
  const write = (message: CompiledMessage, values: TextValues, count?: number): string => {
    let text = ''
    for (const token of message) text += writeToken(token, values, count)
    return text
  }
  const writeToken = (token: CompiledMessageToken, values: TextValues, count?: number): string => {
    if (typeof token === 'string') return token === '#' && count !== undefined ? figures.format(count) : token
    const [name, format, options] = token
    const value = values[name]
    if (value === undefined) return ''
    if (format === undefined) return `${value}`
    if (format === 'number') return figures.format(Number(value))
    const cases = options as Record<string, CompiledMessage>
    const number = format === 'plural' ? Number(value) : undefined
    // An exact case, as `=0` of a plural, goes before its category.
    const keys = [`${value}`, number === undefined ? 'other' : rules.select(number), 'other']
    const chosen = keys.find((key) => Object.hasOwn(cases, key))
    return chosen === undefined ? '' : write(cases[chosen]!, values, number ?? count)
  }
  return (message, values = {}) => write(message, values)
}
