import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { momentOf } from '#lib/zoned-time.ts'

// Figures of the Olist data set from its files alone, without the hub.

export const folder = process.env.OLIST_DATA ?? path.resolve(import.meta.dirname, '../../../shared/data/olist')

/** Records of a file: no id and no moment has a comma. */
const records = (name: string) =>
  gunzipSync(readFileSync(path.join(folder, `${name}.csv.gz`)))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(',').map((field) => field.replaceAll('"', '')))

/** Days of UTC on which orders that were paid and kept were placed, by order. */
function soldDays(): Map<string, string> {
  const unsold = new Set(['canceled', 'unavailable', 'created'])
  return new Map(
    records('olist_orders_dataset').flatMap(([id = '', , status = '', placed = '']) => {
      const [date = '', time = ''] = placed.split(' ')
      return unsold.has(status)
        ? []
        : [[id, momentOf(date, time, 'America/Sao_Paulo').toISOString().slice(0, 10)] as const]
    }),
  )
}

/** Units by seller and product, and by day, from the files alone. */
export function rawDays(): Map<string, Map<string, number>> {
  const days = soldDays()
  const units = new Map<string, Map<string, number>>()
  for (const [order = '', , product = '', of = ''] of records('olist_order_items_dataset')) {
    const on = days.get(order)
    if (on === undefined) continue
    const own = units.get(`${of} ${product}`) ?? new Map<string, number>()
    own.set(on, (own.get(on) ?? 0) + 1)
    units.set(`${of} ${product}`, own)
  }
  return units
}

/** Units of paid orders by category and month of UTC, from the files alone. */
export function rawUnits(): Record<string, number> {
  const english = new Map(records('product_category_name_translation').map(([name = '', to = '']) => [name, to]))
  const categories = new Map(
    records('olist_products_dataset').map(([id = '', name = '']) => {
      const words = (english.get(name) ?? name).replaceAll('_', ' ')
      return [id, name === '' ? 'Uncategorised' : words.charAt(0).toUpperCase() + words.slice(1)]
    }),
  )
  const days = soldDays()
  const units: Record<string, number> = {}
  for (const [order = '', , product = ''] of records('olist_order_items_dataset')) {
    const month = days.get(order)?.slice(0, 7)
    if (month === undefined) continue
    const key = `${categories.get(product)} ${month}`
    units[key] = (units[key] ?? 0) + 1
  }
  return units
}
