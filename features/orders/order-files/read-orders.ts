import type { CsvRecord } from '#lib/csv-reader.ts'
import { unquoted } from '#lib/cell-text.ts'
import { isShortened } from '#lib/damaged-digits.ts'
import { shortened } from '#lib/shortened.ts'
import { columnDayOrder, type DayOrder, readWrittenDay } from '#lib/written-day.ts'
import { findDecimalMark, readWrittenAmount, type DecimalMark } from '#lib/written-amount.ts'
import { dateAt, momentOf, startOfDay } from '#lib/zoned-time.ts'
import type { Cell, ItemCells, OrderCells } from './order-cells.ts'
import type { AmountForm } from './order-amounts.ts'
import { isTotalWord } from '#lib/total-word.ts'
import { orderKinds, type OrderColumns, type OrderColumnKind } from './order-columns.ts'
import { knownForm, orderReportOf } from './order-reports.ts'
import { isOfShipping } from './state-words.ts'
import type { OpenAmounts, OrderProblem, OrderReading, OrderRecord, OrderRule } from './order-record.ts'
import { toFinishedOrder } from './to-finished-order.ts'
import { headerCurrency, writtenCurrency } from '#lib/written-currency.ts'

export const longestOrderNumber = 64
/** Longest part of a cell that a problem shows. */
const longestShown = 80

/** Reads the orders of a file, given part by part from the beginning of an order. Rows of one order stand together. */
export interface OrderReader {
  read: (records: readonly CsvRecord[]) => OrderRecord[]
  /** The last order, after all records. */
  end: () => OrderRecord[]
}

interface OrdersFile {
  columns: OrderColumns
  header: readonly string[]
  sample: readonly CsvRecord[]
}

export function createOrderReader({ columns, header, sample }: OrdersFile, reading: OrderReading): OrderReader {
  const cellOf = (fields: readonly string[]): Cell => {
    return (kind) => {
      const at = columns[kind]
      return at === undefined ? '' : unquoted(fields[at] ?? '')
    }
  }
  const samplesOf = (kind: OrderColumnKind) => sample.map(({ fields }) => cellOf(fields)(kind))
  const headerCurrencyOf = (at = -1) => headerCurrency(header[at] ?? '', reading.currency)
  const known = new Map<string, AmountForm>()
  const knownFormOf = (currency: string) => {
    const form = known.get(currency) ?? knownForm({ header, sample }, columns, currency)
    known.set(currency, form)
    return form
  }
  const form: FileForm = {
    mark: findDecimalMark([...samplesOf('price'), ...samplesOf('total')], reading.currency),
    order: dayOrderOf([...samplesOf('placed'), ...samplesOf('shipped')], reading),
    currency: headerCurrencyOf(columns.price) ?? headerCurrencyOf(columns.total) ?? reading.currency,
    amounts: (currency) => ({ ...knownFormOf(currency), ...reading.form }),
    saysShipped:
      columns.shipped !== undefined ||
      orderReportOf({ header, sample }) !== null ||
      (columns.fulfilment !== undefined && samplesOf('fulfilment').some(isOfShipping)),
  }
  let open: { line: number; number: string; rows: Cell[] } | null = null

  function close(): OrderRecord[] {
    if (!open) return []
    const { line, number, rows } = open
    open = null
    // Below the rows programs write how many there are, from when on, and sums.
    if (rows.every((row) => row('title') === '' && row('price') === '' && row('placed') === ''))
      return [{ line, number, order: null, problems: [{ column: 'order', value: '', rule: 'note' }], open: null }]
    const problems: OrderProblem[] = []
    let asked: OpenAmounts | null = null
    const ask = (amounts: OpenAmounts) => void (asked = amounts)
    const order = toFinishedOrder(cellsOf({ line, number, rows }, { form, reading, problems, ask }), reading)
    return [{ line, number, order: problems.length === 0 ? order : null, problems, open: asked }]
  }

  function add({ line, fields, problem: broken }: CsvRecord): OrderRecord[] {
    const refused = (rule: OrderRule, value = ''): OrderRecord[] => {
      const own: OrderRecord = {
        line,
        number: value,
        order: null,
        problems: [{ column: 'order', value, rule }],
        open: null,
      }
      return [...close(), own]
    }
    if (broken) return refused('broken')
    const cell = cellOf(fields)
    const number = cell('order')
    const isSum = cell('placed') === '' && isTotalWord(fields.find((field) => field.trim() !== '') ?? '')
    if (number === '' && open && !isSum && isFurtherItem(cell)) {
      open.rows.push(cell)
      return []
    }
    if (number === '' && isFooter(fields)) return []
    if (isSum || (number === '' && isNote(cell))) return refused('note', number)
    if (number === '') return refused('noOrder')
    if (isShortened(number)) return refused('shortened', number)
    if (number.length > longestOrderNumber) return refused('longOrder', shortened(number, longestShown))
    if (open?.number === number) {
      open.rows.push(cell)
      return []
    }
    const before = close()
    open = { line, number, rows: [cell] }
    return before
  }

  return { read: (records) => records.flatMap(add), end: close }
}

interface FileForm {
  mark: DecimalMark | null
  order: DayOrder
  /** Of orders that name none: that of the header of prices, else the shop's. */
  currency: string
  amounts: (currency: string) => AmountForm
  saysShipped: boolean
}

/** A column that fits both ways is that of Etsy or of an American shop, with the month first, or of another one. */
function dayOrderOf(values: readonly string[], { now, zone, currency, source }: OrderReading): DayOrder {
  const today = dateAt(now, zone)
  const order = columnDayOrder(values, (day) => day <= today)
  return order === 'DMY' || order === 'MDY' ? order : source === 'etsy' || currency === 'USD' ? 'MDY' : 'DMY'
}

/** Lines of programs below the rows, such as the number of records. */
const isFooter = (fields: readonly string[]) => fields.filter((field) => field.trim() !== '').length <= 1

/** Whether a row without a number has an item of the order above: Square and people write what is of the order once. */
const isFurtherItem = (cell: Cell) =>
  cell('title') !== '' && cell('price') !== '' && orderKinds.every((kind) => cell(kind) === '')

/** Lines without any item or day, such as totals. */
const isNote = (cell: Cell) => cell('price') === '' && (cell('title') === '' || cell('placed') === '')

/** Discounts and refunds are written with and without a minus; a negative price is a correction, which is no sale. */
const isNeverNegative = (kind: OrderColumnKind) => kind === 'price' || kind === 'lineTotal' || kind === 'total'

function cellsOf(
  { line, number, rows }: { line: number; number: string; rows: readonly Cell[] },
  {
    form,
    reading,
    problems,
    ask,
  }: { form: FileForm; reading: OrderReading; problems: OrderProblem[]; ask: OrderCells['ask'] },
): OrderCells {
  const refuse: OrderCells['refuse'] = (column, rule, value = '') =>
    void problems.push({ column, value: shortened(value, longestShown), rule })
  const text: Cell = (kind) => rows.map((row) => row(kind)).find((value) => value !== '') ?? ''
  const named = text('currency').toUpperCase()
  const currency = named || (writtenCurrency(`${text('price')} ${text('total')}`, reading.currency) ?? form.currency)
  const amountOf = (kind: OrderColumnKind, value: string): number | null => {
    const minor = readWrittenAmount(value, currency, form.mark)
    if (minor === null) return null
    if (minor === undefined || (minor < 0 && isNeverNegative(kind))) {
      refuse(kind, 'amount', value)
      return null
    }
    return Math.abs(minor)
  }
  const itemOf = (row: Cell): ItemCells => ({ text: row, amount: (kind) => amountOf(kind, row(kind)) })
  const [first, ...others] = rows
  const hasHead = first !== undefined && others.length > 0 && first('title') === ''
  return {
    line,
    number,
    currency,
    text,
    moment: (kind) => {
      const value = text(kind)
      if (value === '') return null
      const at = readWrittenMoment(value, { zone: reading.zone, order: form.order })
      if (!at || at > reading.now) refuse(kind, kind === 'placed' ? 'placed' : 'day', value)
      return at
    },
    amount: (kind) => amountOf(kind, text(kind)),
    items: (hasHead ? others : rows).map(itemOf),
    head: hasHead ? itemOf(first) : null,
    form: form.amounts(currency),
    saysShipped: form.saysShipped,
    ask,
    refuse,
  }
}

const offset = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?) ?(?:Z|UTC|([+-]\d\d):?(\d\d))$/
/** A time after any day, without a zone. */
const clock = /[T ](?<hour>\d{1,2}):(?<rest>[0-5]\d(?::[0-5]\d)?)(?:\.\d+)?(?: ?(?<half>[ap])\.?m\.?)?(?: Uhr)?$/i

/**
 * Parses a time as programs write it, such as `2025-07-21 10:11:12 -0400`. Without a zone it is of the shop's; a day
 * alone, or with a time that cannot be read, means its start there. Null if invalid.
 */
function readWrittenMoment(text: string, { zone, order }: { zone: string; order: DayOrder }): Date | null {
  const plain = text.trim()
  const [, day = '', time = '', hours, minutes] = offset.exec(plain) ?? []
  if (day) return valid(new Date(`${day}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`))
  try {
    const written = readWrittenDay(plain, order)
    if (written === null) return null
    const at = clockTime(plain)
    return at === null ? startOfDay(written, zone) : momentOf(written, at, zone)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The time of day at the end of a text, as `14:05` or `02:05:09 PM`; null if there is none. */
function clockTime(text: string): string | null {
  const { hour = '', rest = '', half = '' } = clock.exec(text)?.groups ?? {}
  const [first, last] = half ? [1, 12] : [0, 23]
  if (hour === '' || Number(hour) < first || Number(hour) > last) return null
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour)
  return `${String(hours).padStart(2, '0')}:${rest}`
}

const valid = (at: Date) => (Number.isNaN(at.getTime()) ? null : at)
