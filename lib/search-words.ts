/**
 * A part of a search. It is found where all of `words` are held, or any of `whole`, or, among what only those see who may see
 * addresses, any of `phone`.
 */
export interface SearchPart {
  words: readonly string[]
  whole: readonly string[]
  phone: readonly string[]
}

/** Marks that people write within names and numbers, or leave out. */
const marks = /['’‘´`ʼ./()+·・〒\p{Pd}]/gu
const numeric = /^[\d()+./\p{Pd}]*\d[\d()+./\p{Pd}]*$/u
const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

/** Fewer characters are served by no index. */
const shortest = 3
/** So many digits, fewer are no phone number. */
const shortestPhone = 5

/** Reads what was typed into a search: words, and numbers in any spelling, also with blanks in them. */
export function readSearch(typed: string): SearchPart[] {
  // Compatibility forms make a blank and an accent of a lone accent that stands for an apostrophe.
  const words = typed.replaceAll(/[´`]/g, "'").normalize('NFKC').split(/\s+/).filter(Boolean)
  const runs: string[][] = []
  let wasNumber = false
  for (const word of words) {
    const isNumber = numeric.test(word)
    const last = runs.at(-1)
    if (last && wasNumber && isNumber) last.push(word)
    else runs.push([word])
    wasNumber = isNumber
  }
  // Each once.
  return [...new Map(runs.map((run) => [run.join(' '), run])).values()].map(readRun)
}

function readRun(run: string[]): SearchPart {
  const joined = run.join('')
  const compact = joined.replaceAll(marks, '')
  const isNumber = numeric.test(joined)
  const phone = isNumber ? phoneForms(joined) : []
  const whole = compact.length >= shortest && compact !== run[0] ? [compact] : []
  // Groups of two digits are a number that has been read out, and too short to be looked for one by one.
  const isReadOut = phone.length > 0 && run.length > 1 && run.every((word) => word.length < shortest)
  const words = isReadOut ? [] : run
  const isThere = (form: string) => whole.includes(form) || (words.length === 1 && words[0] === form)
  return { words, whole, phone: phone.filter((form) => !isThere(form)) }
}

/**
 * The digits of a phone number without what differs between its spellings: the trunk prefix at home, the country's code abroad.
 * None where there are too few.
 */
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

/** How many digits the country's code has that a number begins with, as the ITU gives them out (E.164). */
function countryCodeLength(digits: string): number {
  if (/^[17]/.test(digits)) return 1
  return /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/.test(digits) ? 2 : 3
}
