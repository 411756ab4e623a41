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
/** A quoted field that runs over more than this was not meant to be one. */
const longestField = 65_536

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
  /** Lines of a record whose quoted field is still open. */
  #open: string[] = []
  #openLength = 0

  constructor({ columns, delimiter = ',' }: CsvForm = {}) {
    this.#columns = columns
    this.#delimiter = delimiter
  }

  /** Takes the next piece of the file and returns the records that are complete now. */
  push(text: string): CsvRecord[] {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    const records: CsvRecord[] = []
    for (const line of lines) this.#take(line, records)
    return records
  }

  /** Returns the last records. */
  end(): CsvRecord[] {
    const records: CsvRecord[] = []
    if (this.#rest !== '') this.#take(this.#rest, records)
    this.#rest = ''
    while (this.#open.length > 0) this.#giveUp(records)
    return records
  }

  #take(line: string, records: CsvRecord[]): void {
    if (this.#open.length === 0) {
      if (!line.includes('"')) return this.#emit(1, withoutReturn(line).split(this.#delimiter), records)
      const fields = splitQuoted(withoutReturn(line), this.#delimiter)
      if (fields !== unclosed) return this.#emit(1, fields, records)
      this.#open = [line]
      this.#openLength = line.length
      return
    }
    this.#open.push(line)
    this.#openLength += line.length + 1
    if (this.#openLength > longestField) return this.#giveUp(records)
    // Without a quote the field cannot have been closed.
    if (!line.includes('"')) return
    const fields = splitQuoted(withoutReturn(this.#open.join('\n')), this.#delimiter)
    if (fields === unclosed) return
    if (fields === stray || (this.#columns !== undefined && fields.length !== this.#columns))
      return this.#giveUp(records)
    const count = this.#open.length
    this.#open = []
    this.#emit(count, fields, records)
  }

  /** Rejects the first line of an open record and reads the others again. */
  #giveUp(records: CsvRecord[]): void {
    const [, ...others] = this.#open
    this.#open = []
    this.#emit(1, unclosed, records)
    for (const line of others) this.#take(line, records)
  }

  #emit(lines: number, fields: string[] | string, records: CsvRecord[]): void {
    const line = this.#line
    this.#line += lines
    if (typeof fields === 'string') records.push({ line, fields: [], problem: fields })
    else if (fields.length > 1 || fields[0] !== '') records.push({ line, fields })
  }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

/** Fields of a record that has quotes, or what is wrong with it. */
function splitQuoted(text: string, delimiter: string): string[] | typeof unclosed | typeof stray {
  const fields: string[] = []
  let start = 0
  for (;;) {
    if (text[start] !== '"') {
      const next = text.indexOf(delimiter, start)
      fields.push(next < 0 ? text.slice(start) : text.slice(start, next))
      if (next < 0) return fields
      start = next + 1
      continue
    }
    let close = text.indexOf('"', start + 1)
    while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
    if (close < 0) return unclosed
    fields.push(text.slice(start + 1, close).replaceAll('""', '"'))
    if (close + 1 === text.length) return fields
    if (text[close + 1] !== delimiter) return stray
    start = close + 2
  }
}
