import { readRecords } from '../import-file.ts'
import type { LeftOut, RowOutcome } from '../import-report.ts'
import { readRow, type OpenedExport, type ReadColumn } from '../import-stage.ts'
import { stopIfCancelled } from '../import-session.ts'
import { isCharge, type Invoice } from './invoice.ts'
import { createLeftOut } from './left-out.ts'

/** Totals of the file as its publishers count them. Amounts are thousandths of a pound. */
export interface RetailFacts {
  rows: number
  saleRows: number
  saleUnits: number
  saleThousandths: number
  creditThousandths: number
  allThousandths: number
  invoices: ReadonlySet<string>
  customers: ReadonlySet<string>
  countries: ReadonlySet<string>
  codes: ReadonlySet<string>
}

/** Contents of the file. */
interface ReadRetail {
  /** By time. */
  sales: Invoice[]
  credits: Invoice[]
  leftOut: LeftOut[]
  /** Sale rows with a fraction of a penny, which is rounded. */
  rounded: number
  facts: RetailFacts
}

interface Reading {
  signal: AbortSignal | undefined
  onOutcome: (outcome: RowOutcome) => void
  /** Called per batch, with the bytes of the batch and the rows so far. */
  onRead: (bytes: number, rows: number) => void
  /** Called with the number of ignored bytes after the gzip data. */
  onTrailing: (bytes: number) => void
}

/** Reasons why valid rows belong to no sale or credit. */
const noSale = {
  adjustment: 'accounting adjustments, which are no sale',
  charge: 'charges of banks and marketplaces, which are no sale',
  stock: 'rows without a price or units, which correct the stock',
} as const

/** Reads the whole file and gathers its rows by invoice. */
export async function readInvoices(
  file: OpenedExport<ReadColumn>,
  { signal, onOutcome, onRead, onTrailing }: Reading,
): Promise<ReadRetail> {
  const gathered = gather(file.name, onOutcome)
  let isHeader = true
  for await (const { records, bytes, trailing } of readRecords(file.source, file.form)) {
    stopIfCancelled(signal)
    for (const record of records) {
      if (isHeader) {
        isHeader = false
        continue
      }
      const values = readRow(file, record)
      if (Array.isArray(values)) gathered.add(record.line, values)
      else gathered.reject({ outcome: 'rejected', file: file.name, ...values })
    }
    onRead(bytes, gathered.facts.rows)
    if (trailing) onTrailing(trailing)
  }
  return gathered.all()
}

function gather(file: string, onOutcome: (outcome: RowOutcome) => void) {
  const [sales, credits] = [new Map<string, Invoice>(), new Map<string, Invoice>()]
  const leftOut = createLeftOut(file, onOutcome)
  const facts = {
    rows: 0,
    saleRows: 0,
    saleUnits: 0,
    saleThousandths: 0,
    creditThousandths: 0,
    allThousandths: 0,
    invoices: new Set<string>(),
    customers: new Set<string>(),
    countries: new Set<string>(),
    codes: new Set<string>(),
  }
  let rounded = 0

  function add(line: number, values: readonly (string | null)[]): void {
    const [number, code, title, units, at, price, customer, country] = values
    const row = {
      number: number ?? '',
      at: at ?? '',
      country: country ?? '',
      code: code ?? '',
      customer: customer ?? null,
    }
    const [quantity, thousandths] = [Number(units), Number(price)]
    const amount = quantity * thousandths
    count(row, amount)
    const leave = (reason: string, group = '') =>
      leftOut.add({ line, reason, group, minor: Math.round(amount / 10), at: row.at })
    if (row.number.startsWith('A')) return leave(noSale.adjustment)
    const isCredit = row.number.startsWith('C')
    if (isCredit) facts.creditThousandths += amount
    if (thousandths <= 0 || (isCredit ? quantity >= 0 : quantity <= 0)) return leave(noSale.stock)
    if (!isCredit) {
      facts.saleRows += 1
      facts.saleUnits += quantity
      facts.saleThousandths += amount
    }
    if (isCharge(row.code)) return leave(noSale.charge, row.code)
    if (!isCredit && thousandths % 10 !== 0) rounded += 1
    const invoice = invoiceOf(isCredit ? credits : sales, row)
    invoice.rows.push({
      line,
      code: row.code,
      title: title?.trim().replaceAll(/\s+/g, ' ') || row.code,
      units: Math.abs(quantity),
      priceMinor: Math.round(thousandths / 10),
    })
  }

  function count({ number, code, customer, country }: Named, amount: number): void {
    facts.rows += 1
    facts.allThousandths += amount
    facts.invoices.add(number)
    facts.codes.add(code)
    facts.countries.add(country)
    if (customer !== null) facts.customers.add(customer)
  }

  return {
    facts,
    add,
    reject(outcome: RowOutcome) {
      facts.rows += 1
      onOutcome(outcome)
    },
    all: (): ReadRetail => ({
      sales: inOrder(sales.values()),
      credits: inOrder(credits.values()),
      leftOut: leftOut.all(),
      rounded,
      facts,
    }),
  }
}

type Named = Pick<Invoice, 'number' | 'customer' | 'country' | 'at'> & { code: string }

/** Finds or adds the invoice of a row; the first row of a number determines time, customer and country. */
function invoiceOf(invoices: Map<string, Invoice>, { number, at, customer, country }: Named): Invoice {
  const known = invoices.get(number)
  if (known) return known
  const invoice = { number, at, customer, country, rows: [] }
  invoices.set(number, invoice)
  return invoice
}

const inOrder = (invoices: Iterable<Invoice>) =>
  [...invoices].toSorted((a, b) => (a.at === b.at ? (a.number < b.number ? -1 : 1) : a.at < b.at ? -1 : 1))
