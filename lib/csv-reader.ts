/** One record of a CSV file: its fields, or why it could not be read. */
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
/** Fields of a record at most: what has more is no table, and would hold up all others while it is looked through. */
const mostFields = 1_000
/** A quoted field that runs over more than this was not meant to be one. */
const longestField = 65_536
/** Characters of a line at most: one that is nothing but quotes would hold up all others while it is read. */
const longestLine = 1_000_000
/**
 * So many times what arrives is read again at most: of quotes that stay open on every line, each would have all that follow read anew.
 * What a file has not used of it counts no further back than the longest field reaches.
 */
const timesAgain = 4
const mostAgain = timesAgain * longestField

/** How the records of a file are written. */
export interface CsvForm {
  /** Fields of a record; one over several lines that has not as many is read anew line by line. Unknown unless given. */
  columns?: number
  /** One character, the comma unless said otherwise. */
  delimiter?: string
}

/**
 * Splits CSV text (RFC 4180, `"`, LF or CRLF) into records as it arrives. A broken quote costs only its own
 * line: where the lines that follow do not complete the record, reading resumes right after the line that broke it.
 * That, and the exact line of each record, is what a general parser does not give.
 */
export class CsvReader {
  readonly #columns: number | undefined
  readonly #delimiter: string
  #rest = ''
  #line = 1
  /** Lines of a record whose quoted field is still open, and how far it is read: not anew with each line. */
  #open: string[] = []
  #openLength = 0
  #partial: OpenRecord | null = null
  /** Characters that may be read again. */
  #again = mostAgain

  constructor({ columns, delimiter = ',' }: CsvForm = {}) {
    this.#columns = columns
    this.#delimiter = delimiter
  }

  /** The line that is read next, from 1. */
  get line(): number {
    return this.#line
  }

  /** Takes the next piece of the file and returns the records that are complete now. */
  push(text: string): CsvRecord[] {
    const lines = text.split('\n')
    // Looked through once, however many pieces a line comes in.
    lines[0] = this.#rest + (lines[0] ?? '')
    this.#rest = lines.pop() ?? ''
    const records: CsvRecord[] = []
    for (const line of lines) this.#arrive(line, records)
    return records
  }

  /** Returns the last records. */
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

  /** A line that may not open a record is one of its own, or broken. */
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

  /** Rejects the first line of an open record and reads the others again: each by itself where too much was read again already. */
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

/** A record at the end of a line: its fields, or what is wrong with it. */
interface ReadRecord {
  fields: string[]
  problem?: typeof stray | typeof crowded
}

/** A record that goes on behind a line: the fields before the quoted one that is open, and the lines of that one so far. */
interface OpenRecord {
  fields: string[]
  open: string[]
}

/** Reads a line that has quotes, or the next one of a record that is open. */
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
      // What is inside a field keeps its line ends as they are.
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
