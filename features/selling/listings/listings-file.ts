import {
  amountField,
  numberField,
  percentField,
  textField,
  timeField,
  type ExportColumn,
} from '#features/machinery/grid/export-file.ts'
import type { ListingRow, Listings } from './listings-list-row.server.ts'

/** Columns of the file of listings, as far as the reader may see money. */
export const fileColumns = ({
  seesMoney,
  hidesAmounts,
}: Pick<Listings['place'], 'seesMoney' | 'hidesAmounts'>): readonly ExportColumn<ListingRow>[] => [
  ...columns.filter(({ label }) => !hidesAmounts || !priceLabels.includes(label)),
  ...(seesMoney ? moneyColumns : []),
]

const priceLabels: readonly string[] = ['word.currency', 'word.price', 'bulkEdit.field.customsValue']

const columns: readonly ExportColumn<ListingRow>[] = [
  { label: 'listings.column.item', value: textField('item_number') },
  { label: 'listings.column.title', value: textField('title') },
  { label: 'word.sku', value: textField('sku') },
  { label: 'word.status', value: (row, { word }) => word(`listings.state.${row.state}`) },
  {
    label: 'listings.export.endReason',
    value: (row, { word, none }) => (row.end_reason ? word(`listings.ended.${row.end_reason}`) : none),
  },
  { label: 'word.currency', value: textField('currency') },
  { label: 'word.price', value: amountField('price_minor') },
  { label: 'word.available', value: numberField('quantity_available') },
  { label: 'listings.export.parts', value: textField('parts') },
  { label: 'word.sold', value: numberField('quantity_sold') },
  { label: 'listings.column.views.long', value: numberField('views_30d') },
  { label: 'listings.column.watchers', value: numberField('watchers') },
  { label: 'word.format', value: (row, { word }) => word(`listings.format.${row.format}`) },
  { label: 'listings.column.condition', value: (row, { word }) => word(`listings.condition.${row.condition}`) },
  { label: 'word.category', value: textField('category') },
  { label: 'listings.column.epid', value: textField('epid') },
  { label: 'listings.export.gtin', value: textField('gtin') },
  { label: 'bulkEdit.field.hsCode', value: textField('hs_code') },
  { label: 'bulkEdit.field.originCountry', value: textField('origin_country') },
  { label: 'bulkEdit.field.customsDescription', value: textField('customs_description') },
  { label: 'bulkEdit.field.customsValue', value: amountField('customs_value_minor') },
  { label: 'listings.export.start', value: timeField('starts_at') },
  { label: 'listings.export.end', value: timeField('ends_at') },
  { label: 'listings.export.ended', value: timeField('ended_at') },
  { label: 'listings.export.created', value: timeField('created_at') },
  { label: 'listings.export.lastSold', value: timeField('last_sold_at') },
]

/** Of the sold units with a known cost. */
const moneyColumns: readonly ExportColumn<ListingRow>[] = [
  { label: 'costs.export.cost', value: amountField('profit_cost_minor') },
  { label: 'word.profit', value: amountField('profit_minor') },
  { label: 'costs.export.margin', value: percentField('margin_bps') },
]
