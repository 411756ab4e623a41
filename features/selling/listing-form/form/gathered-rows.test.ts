import { expect, it } from 'vitest'
import { gatherRows } from './gathered-rows.ts'

const entry = (field: string) => ({ field, fieldId: field.replaceAll('.', '-'), text: `mend ${field}` })
const gathered = (...fields: string[]) =>
  gatherRows(fields.map(entry), ({ prices, quantities }) => `${prices} and ${quantities}`).map(
    ({ fieldId, text }) => `${fieldId}: ${text}`,
  )

it('reports errors in prices and quantities of all rows together, at the first one', () =>
  expect(gathered('title', 'row.0.price', 'row.0.quantity', 'row.0.sku', 'row.11.price', 'handling')).toEqual([
    'title: mend title',
    'row-0-price: 2 and 1',
    'row-0-sku: mend row.0.sku',
    'handling: mend handling',
  ]))

it('keeps a single error’s text, and forms without variations unchanged', () => {
  expect(gathered('row.3.price')).toEqual(['row-3-price: mend row.3.price'])
  expect(gathered('price', 'quantity')).toEqual(['price: mend price', 'quantity: mend quantity'])
})
