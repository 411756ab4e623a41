import { typedCode } from './trimmed.ts'

/**
 * One part of a search. It matches if all of `words`, any of `whole`, or any of `phone` match; `phone` applies only to
 * readers who may see addresses.
 */
export interface SearchPart {
  words: readonly string[]
  whole: readonly string[]
  phone: readonly string[]
}

/** Punctuation that people add to or omit from names and numbers. */
const marks = /['’‘´`ʼ./()+·・〒\p{Pd}]/gu
const numeric = /^[\d()+./\p{Pd}]*\d[\d()+./\p{Pd}]*$/u
/** Marks that text is copied with: `Recipient,` `<ann@shop.example>` `“A-1001”` `tel:+44…`. */
const bareWord = (word: string) =>
  word.replace(/^(?:tel|mailto):/i, '').replaceAll(/^[,;:<>"“”„«»]+|[,;:<>"“”„«»]+$/g, '')
const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

/** Minimum length that the indexes support. */
const shortest = 3
/** Minimum digits of a phone number. */
const shortestPhone = 5

/** Parses a search into words and numbers in any spelling, including spaced ones. */
export function readSearch(typed: string): SearchPart[] {
  // NFKC would turn a lone accent, used as an apostrophe, into a space and an accent.
  const text = typedCode(typed.replaceAll(/[´`]/g, "'").normalize('NFKC'))
  const words = text.split(' ').map(bareWord).filter(Boolean)
  const runs: string[][] = []
  let wasNumber = false
  for (const word of words) {
    const isNumber = numeric.test(word)
    const last = runs.at(-1)
    if (last && wasNumber && isNumber) last.push(word)
    else runs.push([word])
    wasNumber = isNumber
  }
  // Deduplicate.
  return [...new Map(runs.map((run) => [run.join(' '), run])).values()].map(readRun)
}

function readRun(run: string[]): SearchPart {
  const joined = run.join('')
  const compact = joined.replaceAll(marks, '')
  const isNumber = numeric.test(joined)
  const phone = isNumber ? phoneForms(joined) : []
  const whole = compact.length >= shortest && compact !== run[0] ? [compact] : []
  // Two-digit groups form one number and are too short to search separately.
  const isReadOut = phone.length > 0 && run.length > 1 && run.every((word) => word.length < shortest)
  const words = isReadOut ? [] : run
  const isThere = (form: string) => whole.includes(form) || (words.length === 1 && words[0] === form)
  return { words, whole, phone: phone.filter((form) => !isThere(form)) }
}

/** Spellings of a phone number without trunk prefix and country code. Empty if there are too few digits. */
export function phoneForms(typed: string): string[] {
  const text = typed.replace('(0)', '')
  const digits = digitsOf(text)
  const national = digits.replace(/^0+/, '')
  const isAbroad = text.startsWith('+') || digits.startsWith('00')
  const forms = isAbroad
    ? [national.slice(countryCodeLength(national))]
    : // Without a plus sign it may begin with a country's code, or with Russia's trunk prefix.
      [national, ...(national.length >= 11 && national === digits ? withoutPrefix(national) : [])]
  return [...new Set(forms)].filter((form) => form.length >= shortestPhone)
}

const withoutPrefix = (digits: string) => [
  digits.slice(countryCodeLength(digits)),
  ...(digits.startsWith('8') ? [digits.slice(1)] : []),
]

/** Length of a number's country code, as assigned by the ITU (E.164). */
function countryCodeLength(digits: string): number {
  if (/^[17]/.test(digits)) return 1
  return /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/.test(digits) ? 2 : 3
}
