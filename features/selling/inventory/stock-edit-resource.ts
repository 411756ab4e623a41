import { data } from '#web/router/router.ts'
import { sellerAction, type SellerActionArgs } from '#web/guard.server.ts'
import { countStock } from '#features/core/listing/count-stock-db.server.ts'
import { parseItemNumber } from '#features/core/listing/listing.ts'
import type { RowEditAnswer } from '#features/machinery/grid/use-row-edit.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { readUnits } from '#features/selling/listings/read-units.ts'
import type { SellerDb } from '#db/client.ts'
import type { Texts } from '#texts/texts.ts'
import { lockStockItem, storeBin, storeStockItem, type LockedItem } from './stock-items-db.server.ts'
import { longestBin, mostItems, parseStockNumber } from './stock-item.ts'

const columns = ['reorder', 'bin', 'buffer'] as const
type Column = (typeof columns)[number]

/** What was typed: items, the name of a bin, or null for nothing. */
type Typed = { ok: true; value: number | string | null } | { ok: false }

const refused = (message: string, version?: number): RowEditAnswer => ({
  ok: false,
  message,
  ...(version === undefined ? {} : { version }),
})

/** Changes a column of a SKU in the inventory: form fields `item`, `version`, `column` and `value`. */
async function editStockItem({ form, hub, seller, texts, write }: SellerActionArgs): Promise<RowEditAnswer> {
  const { t } = texts
  const column = oneOf(form, 'column', columns)
  const number = parseStockNumber(textOf(form, 'item'))
  const mine = textOf(form, 'value')
  if (!column) return refused(t('inventory.edit.unknown'))
  const typed = readTyped(column, mine)
  if (!typed.ok) return refused(t(`inventory.edit.not.${column}`))
  return write(async (db) => {
    const item = number && (await lockStockItem(db, seller.id, number))
    if (!item) return refused(t('inventory.edit.not-found'))
    const from = shown(valueOf(item, column), texts)
    if (String(item.version) !== textOf(form, 'version'))
      return refused(t('inventory.edit.stale', { theirs: from, mine }), item.version)
    if (column === 'buffer' && item.is_stock_of_shop) return refused(t('listingForm.problem.stockOfShop'))
    if (!(await store(db, { sellerId: seller.id, item, column, value: typed.value, now: hub.now() })))
      return refused(t('inventory.edit.not-here'))
    const to = shown(typed.value, texts)
    const text = t(`inventory.edit.done.${column}`, { sku: item.sku, from, to })
    return { ok: true, version: item.version + 1, toast: { text } }
  })
}

function readTyped(column: Column, text: string): Typed {
  if (text === '') return column === 'buffer' ? { ok: false } : { ok: true, value: null }
  if (column === 'bin') return [...text].length > longestBin ? { ok: false } : { ok: true, value: text }
  const value = readUnits(text, { quantity: mostItems })
  return value === null ? { ok: false } : { ok: true, value }
}

const valueOf = (item: LockedItem, column: Column) =>
  column === 'reorder' ? item.reorder_point : column === 'bin' ? item.bin : item.buffer

const shown = (value: number | string | null, { t, number }: Texts) =>
  value === null ? t('inventory.edit.nothing') : typeof value === 'number' ? number(value) : value

interface Edit {
  sellerId: number
  item: LockedItem
  column: Column
  value: number | string | null
  now: Date
}

/** Whether the value could be stored: a buffer needs a listing that is not over and has no variations. */
async function store(db: SellerDb, { sellerId, item, column, value, now }: Edit): Promise<boolean> {
  const items = typeof value === 'number' ? value : null
  if (column === 'bin') await storeBin(db, { sellerId, item, bin: typeof value === 'string' ? value : null })
  if (column === 'buffer') {
    const listing = parseItemNumber(item.item_number)
    if (!listing || item.buffer === null) return false
    const count = { sellerId, item: listing, units: { onHand: item.on_hand }, buffer: items, now, before: () => {} }
    if (!(await countStock(db, count)).ok) return false
  }
  await storeStockItem(db, { sellerId, item, reorderPoint: column === 'reorder' ? items : item.reorder_point })
  return true
}

/** Edits reorder point, bin or buffer of a SKU in the inventory by script. Responds 409 to a stale edit. */
export const action = sellerAction('listings.edit', async (args) => {
  const answer = await editStockItem(args)
  return data(answer, { status: answer.ok ? 200 : answer.version === undefined ? 422 : 409 })
})
