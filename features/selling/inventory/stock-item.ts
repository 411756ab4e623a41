import { brand } from '#lib/brand.ts'
import { day } from '#lib/duration.ts'

/** Public number of a SKU in stock: 12 letters and digits. */
export type StockNumber = string & { readonly __brand: 'StockNumber' }

export const parseStockNumber = (text: string | null): StockNumber | null =>
  text !== null && /^[0-9a-z]{12}$/.test(text) ? brand<StockNumber>(text) : null

/** Available stock is dead once nothing of it was sold for so many days. */
export const deadStockDays = 90

export const deadBefore = (now: Date): Date => new Date(now.getTime() - deadStockDays * day)

/** The most items that a reorder point or a buffer may name, and that can be on hand. */
export const mostItems = 1_000_000

export type StockField = 'onHand' | 'reason' | 'fromLocation' | 'toLocation' | 'items'

/** The longest name of a bin, as in the database. */
export const longestBin = 20
