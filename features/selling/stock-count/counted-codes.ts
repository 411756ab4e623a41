/** Codes that were scanned or typed, and how many of each. */
export interface CountedCodes {
  counted: ReadonlyMap<string, number>
  /** Lines that are too long, or name more than can be counted. */
  unread: readonly string[]
}

/** The most items of a SKU. */
const mostOfEach = 1_000_000
/** The longest code, as a SKU. */
const longestCode = 50

/**
 * Reads one code a line, as a scanner types them. A number after a tab, semicolon or comma says how many: `LENS-50,12`;
 * 0 says that there are none. Codes that occur again count again.
 */
export function readCodes(text: string): CountedCodes {
  const counted = new Map<string, number>()
  const unread: string[] = []
  for (const line of text.split(/\r\n|\r|\n/)) {
    const typed = line.trim()
    if (typed === '') continue
    const [, code = typed, number = '1'] = /^(.*\S)\s*[\t;,]\s*(\d{1,7})$/.exec(typed) ?? []
    const sum = (counted.get(code) ?? 0) + Number(number)
    if ([...code].length > longestCode || sum > mostOfEach) unread.push(typed.slice(0, longestCode))
    else counted.set(code, sum)
  }
  return { counted, unread }
}
