import { unquoted } from '#lib/cell-text.ts'
import { countNamed, matchColumns, type Meaning } from '#lib/match-columns.ts'
import { findDecimalMark, groupingOf, readWrittenAmount } from '#lib/written-amount.ts'
import { readUnits } from '#lib/read-amount.ts'
import { openTable, sampleColumns, tableRecords } from '#lib/table-file.ts'
import { maxMinor } from '#lib/money.ts'
import type { OfferedSku } from '#features/selling/purchases/suppliers-db.server.ts'

const meanings: readonly Meaning<'sku' | 'code' | 'price' | 'least' | 'pack'>[] = [
  {
    kind: 'sku',
    isKey: true,
    names: ['sku', 'custom label', 'seller sku', 'variant sku', 'our sku', 'eigene artikelnummer'],
  },
  {
    kind: 'code',
    isKey: true,
    names: [
      'supplier code',
      'supplier sku',
      'code',
      'article number',
      'item number',
      'artikelnummer',
      'lieferantennummer',
      'bestellnummer',
      'supplier item number',
      'supplier part number',
      'artikel nr',
      'art nr',
    ],
  },
  {
    kind: 'price',
    names: [
      'price',
      'unit price',
      'cost',
      'purchase price',
      'einkaufspreis',
      'preis',
      'ek',
      'unit cost',
      'net price',
      'cost price',
      'einzelpreis',
      'stückpreis',
      'nettopreis',
      'ek preis',
    ],
  },
  {
    kind: 'least',
    names: [
      'least',
      'minimum',
      'minimum quantity',
      'min qty',
      'moq',
      'mindestmenge',
      'minimum order',
      'min order',
      'minimum order quantity',
      'mindestbestellmenge',
      'min menge',
    ],
  },
  {
    kind: 'pack',
    names: [
      'pack',
      'pack size',
      'packaging unit',
      'case size',
      'verpackungseinheit',
      've',
      'units per pack',
      'pack quantity',
      'packungsgröße',
      'gebinde',
    ],
  },
]

const named = countNamed(meanings)

export interface SupplierFile {
  offered: OfferedSku[]
  /** Lines that cannot be read: their numbers, from 1. */
  unread: number[]
}

/** Reads a price list of a supplier: a table that names SKUs. Amounts are in `currency`. Null if it is none. */
export async function readSupplierFile(bytes: Uint8Array, currency: string): Promise<SupplierFile | null> {
  const opened = await openTable(bytes, named, { isRow: (fields) => named(fields) === 0 })
  if (!opened.ok) return null
  const columns = sampleColumns(opened.file)
  const at = matchColumns(columns, meanings)
  if (!at.sku) return null
  const mark = findDecimalMark(at.price ? (columns[at.price.at]?.values ?? []) : [], currency)
  const file: SupplierFile = { offered: [], unread: [] }
  for await (const records of tableRecords([bytes], opened.file))
    for (const { line, fields } of records) {
      const cell = (kind: keyof typeof at) => {
        const match = at[kind]
        return match ? unquoted(fields[match.at] ?? '') : ''
      }
      const sku = cell('sku')
      if (sku === '') continue
      const price = cell('price') === '' ? null : (readWrittenAmount(cell('price'), currency, mark) ?? Number.NaN)
      const units = (kind: 'least' | 'pack') => (cell(kind) === '' ? 1 : (readUnits(cell(kind), groupingOf(mark)) ?? 0))
      const offer = {
        sku,
        code: cell('code') || null,
        price_minor: price,
        least_units: units('least'),
        pack_units: units('pack'),
      }
      if (isOffer(offer)) file.offered.push(offer)
      else file.unread.push(line)
    }
  // A repeated SKU has the values of its last line.
  return { ...file, offered: [...new Map(file.offered.map((offer) => [offer.sku, offer])).values()] }
}

const isOffer = ({ sku, code, price_minor: price, least_units: least, pack_units: pack }: OfferedSku): boolean =>
  sku.length <= 50 &&
  (code === null || code.length <= 50) &&
  (price === null || (price >= 0 && price <= maxMinor)) &&
  [least, pack].every((units) => units >= 1 && units <= 1_000_000)
