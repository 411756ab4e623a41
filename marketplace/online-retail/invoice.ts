/** A row of an invoice. */
export interface InvoiceRow {
  line: number
  code: string
  title: string
  /** Positive, also in a credit. */
  units: number
  /** Price of a unit, in pence. */
  priceMinor: number
}

/** A sale, or a credit that reverses part of one: the rows of an invoice number. */
export interface Invoice {
  number: string
  /** Local time of its first row, `2010-12-01 08:26:00`. */
  at: string
  /** Null if the file does not say. */
  customer: string | null
  country: string
  rows: InvoiceRow[]
}

/** Codes of postage and carriage, which are no goods. */
const carriage = new Set(['POST', 'DOT', 'C2'])

/** Whether a row is postage or carriage. */
export const isCarriage = ({ code }: Pick<InvoiceRow, 'code'>): boolean => carriage.has(code)

/** Codes of charges paid to others and of write-offs. */
const charges = new Set(['BANK CHARGES', 'AMAZONFEE', 'CRUK', 'B'])

/** Whether a code is a charge, which is no sale. */
export const isCharge = (code: string): boolean => charges.has(code)
