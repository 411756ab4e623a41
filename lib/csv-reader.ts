export interface CsvRecord {
  /** Line of the file on which the record starts, from 1. */
  line: number
  fields: string[]
  /** Set where the record could not be split; `fields` is empty then. */
  problem?: string
}

const unclosed = 'a quote is opened and never closed'
const stray = 'text after a closing quote'
const crowded = 'more fields than any record has'
const endless = 'a line longer than any record has'
/** Maximum fields of a record; more would block the event loop while it is parsed. */
const mostFields = 1_000
/** A longer quoted field indicates a stray quote. */
const longestField = 65_536
/** Maximum characters of a line; a line of quotes alone would block the event loop. */
const longestLine = 1_000_000
/**
 * Maximum number of times input is re-read: with an unclosed quote on every line, each would re-read all that follow.
 * Unused allowance accumulates over at most one longest field.
 */
const timesAgain = 4
const mostAgain = timesAgain * longestField

export interface CsvForm {
  /** Expected fields per record; a multi-line record with another number is re-read line by line. Unknown by default. */
  columns?: number
  /** One character; comma by default. */
  delimiter?: string
  /** Number of the first line; 1 by default. */
  line?: number
}

/**
 * Splits CSV text (RFC 4180, `"`, LF or CRLF) into records as it arrives. A broken quote costs only its own line: if
 * the following lines do not complete the record, parsing resumes after the line that broke it. General parsers offer
 * neither this nor exact line numbers.
 */
export class CsvReader {
  readonly #columns: number | undefined
  readonly #delimiter: string
  #rest = ''
  #line: number
  /** Lines of a record whose quoted field is still open, and the parse state, so that lines are not re-read. */
  #open: string[] = []
  #openLength = 0
  #partial: OpenRecord | null = null
  /** Characters that may still be re-read. */
  #again = mostAgain

  constructor({ columns, delimiter = ',', line = 1 }: CsvForm = {}) {
    this.#columns = columns
    this.#delimiter = delimiter
    this.#line = line
  }

  /** Number of the next line, from 1. */
  get line(): number {
    return this.#line
  }

  /**
   * Number of lines of the incomplete record, from which a new reader would continue identically. Null if it would not,
   * as in the middle of a line.
   */
  get openLines(): number | null {
    return this.#rest === '' && this.#again === mostAgain ? this.#open.length : null
  }

  push(text: string): CsvRecord[] {
    const lines = text.split('\n')
    // Each line is scanned once, however many chunks it spans.
    lines[0] = this.#rest + (lines[0] ?? '')
    this.#rest = lines.pop() ?? ''
    const records: CsvRecord[] = []
    for (const line of lines) this.#arrive(line, records)
    return records
  }

  end(): CsvRecord[] {
    const records: CsvRecord[] = []
    if (this.#rest !== '') this.#arrive(this.#rest, records)
    this.#rest = ''
    while (this.#open.length > 0) this.#giveUp(records)
    return records
  }

  #arrive(line: string, records: CsvRecord[]): void {
    this.#again = Math.min(mostAgain, this.#again + timesAgain * (line.length + 1))
    this.#take(line, records)
  }

  /** Parses a line that either is a complete record or, with `mayOpen`, starts one. */
  #take(line: string, records: CsvRecord[], mayOpen = true): void {
    if (this.#open.length === 0) {
      if (line.length > longestLine) return this.#emit(1, endless, records)
      if (!line.includes('"')) return this.#emit(1, withoutReturn(line).split(this.#delimiter, mostFields + 1), records)
      const read = splitQuoted(line, this.#delimiter, null)
      if (!('open' in read)) return this.#emit(1, read.problem ?? read.fields, records)
      if (!mayOpen) return this.#emit(1, unclosed, records)
      this.#open = [line]
      this.#openLength = line.length
      this.#partial = read
      return
    }
    this.#open.push(line)
    this.#openLength += line.length + 1
    if (this.#openLength > longestField) return this.#giveUp(records)
    const read = splitQuoted(line, this.#delimiter, this.#partial)
    if ('open' in read) {
      this.#partial = read
      return
    }
    if (read.problem || (this.#columns !== undefined && read.fields.length !== this.#columns))
      return this.#giveUp(records)
    const count = this.#open.length
    this.#open = []
    this.#emit(count, read.fields, records)
  }

  /** Rejects the first line of an open record and re-reads the others, one by one if the re-read limit is reached. */
  #giveUp(records: CsvRecord[]): void {
    const [first = '', ...others] = this.#open
    this.#open = []
    this.#emit(1, unclosed, records)
    this.#again -= this.#openLength - first.length
    const mayOpen = this.#again >= 0
    for (const line of others) this.#take(line, records, mayOpen)
  }

  #emit(lines: number, fields: string[] | string, records: CsvRecord[]): void {
    const line = this.#line
    this.#line += lines
    if (typeof fields === 'string') records.push({ line, fields: [], problem: fields })
    else if (fields.length > mostFields) records.push({ line, fields: [], problem: crowded })
    else if (fields.length > 1 || fields[0] !== '') records.push({ line, fields })
  }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

interface ReadRecord {
  fields: string[]
  problem?: typeof stray | typeof crowded
}

/** A record that continues on the next line: its complete fields and the lines of the open quoted field so far. */
interface OpenRecord {
  fields: string[]
  open: string[]
}

/** Parses a line that contains quotes, or the next line of an open record. */
function splitQuoted(line: string, delimiter: string, before: OpenRecord | null): ReadRecord | OpenRecord {
  const text = withoutReturn(line)
  const fields = before?.fields ?? []
  let open = before?.open ?? null
  let start = 0
  for (;;) {
    if (fields.length > mostFields) return { fields, problem: crowded }
    if (!open) {
      if (text[start] !== '"') {
        const next = text.indexOf(delimiter, start)
        fields.push(next < 0 ? text.slice(start) : text.slice(start, next))
        if (next < 0) return { fields }
        start = next + 1
        continue
      }
      start += 1
    }
    let close = text.indexOf('"', start)
    while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
    if (close < 0) {
      // Line ends inside a quoted field are preserved.
      const rest = line.slice(start)
      if (!open) return { fields, open: [rest] }
      open.push(rest)
      return { fields, open }
    }
    fields.push([...(open ?? []), text.slice(start, close)].join('\n').replaceAll('""', '"'))
    open = null
    if (close + 1 === text.length) return { fields }
    if (text[close + 1] !== delimiter) return { fields, problem: stray }
    start = close + 2
  }
}
