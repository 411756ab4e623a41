import { isGtin } from '#lib/gtin.ts'
import { parseStockNumber, type StockNumber } from '#features/selling/inventory/stock-item.ts'
import type { LabelSheet } from '../printing/label-formats.ts'

const inch = 25.4

/** Sheets and rolls for product labels, with products that fit. Sheets are centred on their paper. */
export const productFormats = [
  // Avery L7651, Herma 4612
  { id: 'a4-5x13', paper: 'A4', columns: 5, rows: 13, width: 38.1, height: 21.2, gap: 2.5 },
  // Avery L6009, Herma 4346
  { id: 'a4-4x12', paper: 'A4', columns: 4, rows: 12, width: 45.7, height: 21.2, gap: 2.5 },
  // Herma 4453
  { id: 'a4-4x10', paper: 'A4', columns: 4, rows: 10, width: 52.5, height: 29.7, gap: 0 },
  // Avery L7159
  { id: 'a4-3x8', paper: 'A4', columns: 3, rows: 8, width: 63.5, height: 33.9, gap: 2.54 },
  // Avery 5160
  { id: 'letter-3x10', paper: 'LETTER', columns: 3, rows: 10, width: 2.625 * inch, height: inch, gap: 0.125 * inch },
  // Avery 5167
  { id: 'letter-4x20', paper: 'LETTER', columns: 4, rows: 20, width: 1.75 * inch, height: 0.5 * inch, gap: 0.3 * inch },
  { id: 'roll-57x32', paper: null, columns: 1, rows: 1, width: 57, height: 32, gap: 0 },
  { id: 'roll-2.25x1.25', paper: null, columns: 1, rows: 1, width: 2.25 * inch, height: 1.25 * inch, gap: 0 },
] as const satisfies readonly (LabelSheet & { id: string })[]

export const codes = ['auto', 'sku', 'qr'] as const
/** `auto`: the GTIN's own barcode, else Code 128 of the SKU. */
export type CodeChoice = (typeof codes)[number]

export const shownParts = ['title', 'price', 'bin'] as const
export type ShownPart = (typeof shownParts)[number]

/** Bounds of one print, so that a page stays light. */
export const mostSkus = 500
export const mostLabels = 5_000

/** A barcode: its symbology, what it encodes, and the text below it. */
export interface ProductCode {
  symbology: 'code128' | 'ean13' | 'ean8' | 'qrcode'
  text: string
}

/** A UPC is an EAN with a zero in front (GS1 General Specifications, 1.1); a GTIN with 14 digits is of a carton. */
export function productCode({ sku, gtin }: { sku: string; gtin: string | null }, choice: CodeChoice): ProductCode {
  if (choice === 'qr') return { symbology: 'qrcode', text: sku }
  if (choice === 'auto' && gtin && isGtin(gtin) && gtin.length < 14)
    return gtin.length === 8 ? { symbology: 'ean8', text: gtin } : { symbology: 'ean13', text: gtin.padStart(13, '0') }
  return { symbology: 'code128', text: sku }
}

/** Name of the field for the number of labels of a SKU. */
export const unitsField = (number: string) => `n.${number}`

export interface AskedLabels {
  format: (typeof productFormats)[number]
  code: CodeChoice
  shown: Set<ShownPart>
  /** Places of the first sheet that are used up. */
  used: number
  units: Map<StockNumber, number>
}

/** What was asked for, or the field that is wrong. */
export type AskedAnswer = AskedLabels | { wrong: 'format' | 'used' | 'units' | 'many' }

/** Reads the address of a print. Numbers are whole, from 0 to 999; SKUs with 0 get no label. */
export function readAskedLabels(params: URLSearchParams): AskedAnswer {
  const format = productFormats.find(({ id }) => id === params.get('format'))
  if (!format) return { wrong: 'format' }
  const first = wholeNumber(params.get('used') ?? '1')
  if (first === null || first < 1 || first > format.columns * format.rows) return { wrong: 'used' }
  const units = new Map<StockNumber, number>()
  for (const [name, value] of params) {
    const number = name.startsWith('n.') ? parseStockNumber(name.slice(2)) : null
    if (!number) continue
    const asked = wholeNumber(value)
    if (asked === null) return { wrong: 'units' }
    if (asked > 0) units.set(number, asked)
  }
  const all = [...units.values()].reduce((sum, n) => sum + n, 0)
  if (all === 0) return { wrong: 'units' }
  if (units.size > mostSkus || all > mostLabels) return { wrong: 'many' }
  const shown = new Set(params.getAll('show').flatMap((part) => shownParts.find((each) => each === part) ?? []))
  return { format, code: codes.find((each) => each === params.get('code')) ?? 'auto', shown, used: first - 1, units }
}

const wholeNumber = (text: string) => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : null)
