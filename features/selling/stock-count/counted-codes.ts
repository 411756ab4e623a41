export interface CountedCodes {
  counted: ReadonlyMap<string, number>
  /** Lines that are too long, or name more than can be counted. */
  unread: readonly string[]
}

const mostOfEach = 1_000_000
const longestCode = 50

/**
 * Reads one code a line, as a scanner types them. A number after a tab, semicolon or comma says how many: `LENS-50,12`;
 * 0 says that there are none. Codes that occur again count again.
 */
export function readCodes(text: string): CountedCodes {
  return countCodes(
    text
      .split(/\r\n|\r|\n/)
      .map((line) => line.trim())
      .filter(Boolean)
      .map((typed) => ({ ...codeOf(typed), text: typed })),
  )
}

/** A line's code and number. No single pattern: it would take quadratic time on a line of tabs. */
function codeOf(line: string): Pick<CountedLine, 'code' | 'counted'> {
  const [number = ''] = /\d{1,7}$/.exec(line) ?? []
  const before = line.slice(0, line.length - number.length)
  const marked = before.trimEnd()
  const isMarked = /[;,]$/.test(marked)
  const code = isMarked ? marked.slice(0, -1).trimEnd() : marked
  const isNumbered = number !== '' && code !== '' && (isMarked || before.slice(marked.length).includes('\t'))
  return isNumbered ? { code, counted: Number(number) } : { code: line, counted: 1 }
}

/** A code with how many were counted; null if that is no number. `text` is the line as it was typed. */
export interface CountedLine {
  code: string
  counted: number | null
  text: string
}

export function countCodes(lines: readonly CountedLine[]): CountedCodes {
  const counted = new Map<string, number>()
  const unread: string[] = []
  for (const { code, counted: more, text } of lines) {
    const sum = (counted.get(code) ?? 0) + (more ?? Number.POSITIVE_INFINITY)
    if ([...code].length > longestCode || sum > mostOfEach) unread.push(text.slice(0, longestCode))
    else counted.set(code, sum)
  }
  return { counted, unread }
}
