import { amountField, plainField, timeField, type ExportColumn } from '#features/grid/export-file.ts'
import { noCsv } from '#lib/csv.ts'
import type { ListingRow } from './listings-list.server.ts'

const text = plainField<ListingRow>
const time = timeField<ListingRow>

/** The columns of the file of listings. */
export const fileColumns: readonly ExportColumn<ListingRow>[] = [
  { label: 'listings.column.item', value: text('item_number') },
  { label: 'listings.column.title', value: text('title') },
  { label: 'listings.column.sku', value: text('sku') },
  { label: 'listings.export.state', value: (row, { word }) => word(`listings.state.${row.state}`) },
  {
    label: 'listings.export.endReason',
    value: (row, { word }) => (row.end_reason ? word(`listings.ended.${row.end_reason}`) : noCsv),
  },
  { label: 'listings.export.currency', value: text('currency') },
  { label: 'listings.column.price', value: amountField<ListingRow>('price_minor') },
  { label: 'listings.column.available', value: text('quantity_available') },
  { label: 'listings.column.sold', value: text('quantity_sold') },
  { label: 'listings.column.views.long', value: text('views_30d') },
  { label: 'listings.column.watchers', value: text('watchers') },
  { label: 'listings.export.format', value: (row, { word }) => word(`listings.format.${row.format}`) },
  { label: 'listings.column.condition', value: (row, { word }) => word(`listings.condition.${row.condition}`) },
  { label: 'listings.column.category', value: text('category') },
  { label: 'listings.column.epid', value: text('epid') },
  { label: 'listings.export.gtin', value: text('gtin') },
  { label: 'listings.export.start', value: time('starts_at') },
  { label: 'listings.export.end', value: time('ends_at') },
  { label: 'listings.export.ended', value: time('ended_at') },
  { label: 'listings.export.created', value: time('created_at') },
  { label: 'listings.export.lastSold', value: time('last_sold_at') },
]
