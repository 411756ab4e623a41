import type { CountAnswer, CountedModel, CountSums } from './count-view.ts'
import { readCodes } from './counted-codes.ts'

// A count on a device: what was scanned is shown at once, and corrected by what the hub answers.

/** A scan, or a correction of how many were counted of a SKU; the `n`th of its page. */
export type CountEvent = { id: string; from: string; n: number; count: string } & (
  | { code: string }
  | { number: string; counted: number }
)

/** What is said of a scan: `sent` until the hub has answered, `kept` while it cannot be reached. */
export type ScanState = 'sent' | 'kept' | 'known' | 'again' | 'unknown' | 'full'

export interface ScanLine {
  id: string
  code: string
  state: ScanState
  /** The SKU that it counted. */
  number: string | null
}

export interface CountState extends CountSums {
  items: readonly CountedModel[]
  /** The latest first. */
  lines: readonly ScanLine[]
  /** SKUs that were touched here, the latest first. */
  touched: readonly string[]
  /** The SKU of each code that the hub has answered, by its letters in lower case. */
  codes: ReadonlyMap<string, string>
}

const mostLines = 8

const codeOf = (text: string): { code: string; units: number } => {
  const [[code, units] = [text, 1]] = readCodes(text).counted
  return { code: code.toLowerCase(), units }
}

const numberOf = ({ items, codes }: Pick<CountState, 'items' | 'codes'>, text: string): string | null => {
  const { code } = codeOf(text)
  return codes.get(code) ?? items.find(({ sku }) => sku.toLowerCase() === code)?.number ?? null
}

/** Adds the line of a scan: a SKU that was counted before is known at once. */
export function addScan(state: CountState, { id, code }: { id: string; code: string }): CountState {
  const number = numberOf(state, code)
  const line: ScanLine = { id, code, number, state: number === null ? 'sent' : 'again' }
  return touch({ ...state, lines: [line, ...state.lines].slice(0, mostLines) }, number === null ? [] : [number])
}

const touch = (state: CountState, numbers: readonly string[]): CountState => ({
  ...state,
  touched: [...new Set([...numbers.toReversed(), ...state.touched])],
})

/** What the hub says of a scan. */
const stateOf = ({ outcome, isAgain }: CountAnswer['results'][number]): ScanState =>
  outcome === 'taken' ? (isAgain ? 'again' : 'known') : outcome

export function applyAnswer(state: CountState, { results, rows, sums }: CountAnswer): CountState {
  const changed = new Map(rows.map((row) => [row.number, row]))
  const items = state.items.map((item) => changed.get(item.number) ?? item)
  const known = new Set(items.map(({ number }) => number))
  items.push(...rows.filter(({ number }) => !known.has(number)))
  const answers = new Map(results.map((result) => [result.id, result]))
  const codes = new Map(state.codes)
  const lines = state.lines.map((line): ScanLine => {
    const result = answers.get(line.id)
    if (!result) return line
    const [number = null] = result.numbers
    if (number !== null) codes.set(codeOf(line.code).code, number)
    return { ...line, number, state: stateOf(result) }
  })
  const numbers = results.flatMap((result) => result.numbers)
  return touch({ ...state, ...sums, items, lines, codes }, numbers)
}

/** Marks scans that could not be sent. */
export const markKept = (state: CountState): CountState => ({
  ...state,
  lines: state.lines.map((line) => (line.state === 'sent' ? { ...line, state: 'kept' } : line)),
})

/** The SKUs with what is not yet answered, those touched last first. */
export function shownItems(state: CountState, waiting: readonly CountEvent[]): CountedModel[] {
  const counted = new Map(state.items.map((item) => [item.number, item.counted]))
  for (const event of waiting) {
    const number = 'code' in event ? numberOf(state, event.code) : event.number
    const before = number === null ? undefined : counted.get(number)
    if (number === null || before === undefined) continue
    counted.set(number, 'code' in event ? before + codeOf(event.code).units : event.counted)
  }
  const places = new Map(state.touched.map((number, place) => [number, place]))
  const placeOf = ({ number }: CountedModel) => places.get(number) ?? state.touched.length
  return state.items
    .map((item) => ({ ...item, counted: counted.get(item.number) ?? item.counted }))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
}
