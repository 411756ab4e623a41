import { FieldProblem, optional, shown, text, wallTime, type ReadField } from '../import-fields.ts'
import type { ExportFile, ReadColumn } from '../import-stage.ts'

/** A whole number that may be negative. */
const signedNumber: ReadField = (value) =>
  /^-?\d{1,7}$/.test(value) ? value : new FieldProblem(`${shown(value)} is no whole number`)

/** An amount of pounds with up to three decimals, as thousandths of a pound. */
const thousandths: ReadField = (value) => {
  const [, minus, whole, decimals = ''] = /^(-?)(\d{1,8})(?:\.(\d{1,3}))?$/.exec(value) ?? []
  return whole === undefined
    ? new FieldProblem(`${shown(value)} is no amount of money in GBP`)
    : `${minus}${Number(whole) * 1000 + Number(decimals.padEnd(3, '0'))}`
}

/** The columns in the order in which `readInvoices` takes their values. Names are UCI's, in lower case. */
export const retailFile: ExportFile<ReadColumn> = {
  name: 'online_retail',
  columns: [
    { name: 'invoiceno', read: text(20) },
    { name: 'stockcode', read: text(50) },
    { name: 'description', read: optional(text(200)) },
    { name: 'quantity', read: signedNumber },
    { name: 'invoicedate', read: wallTime },
    { name: 'unitprice', read: thousandths },
    { name: 'customerid', read: optional(text(64)) },
    { name: 'country', read: text(60) },
  ],
}
