import { day } from '#lib/duration.ts'
import type { SheetRow } from './sheet.ts'

// Unsent input is stored in the browser, one entry for each order, and restored when the order appears in a sheet again.

/** Input for an order, and its unshipped units at that time. If they change, the input no longer applies. */
export interface KeptOrder {
  units: number
  rows: readonly SheetRow[]
}

export interface KeptSheet {
  read(order: string): KeptOrder | null
  write(order: string, kept: KeptOrder): void
  remove(order: string): void
  removeOld(): void
}

const keptFor = 7 * day

/** Stores input in `storage`. Does nothing if it is full or blocked; then even reading the property throws. */
export function keptSheet(storage: () => Storage, prefix: string, now: () => number): KeptSheet {
  const attempt = <T>(work: () => T, otherwise: T): T => {
    try {
      return work()
    } catch {
      return otherwise
    }
  }
  const parsed = (key: string) => parseKept(storage().getItem(key))
  return {
    read: (order) => attempt(() => parsed(prefix + order), null),
    write: (order, kept) =>
      attempt(() => storage().setItem(prefix + order, JSON.stringify({ ...kept, at: now() })), undefined),
    remove: (order) => attempt(() => storage().removeItem(prefix + order), undefined),
    removeOld: () =>
      attempt(() => {
        for (const key of Object.keys(storage()))
          if (key.startsWith(prefix) && attempt(() => parsed(key)?.at ?? 0, 0) <= now() - keptFor)
            storage().removeItem(key)
      }, undefined),
  }
}

function parseKept(text: string | null): (KeptOrder & { at: number }) | null {
  if (text === null) return null
  const read: unknown = JSON.parse(text)
  if (typeof read !== 'object' || read === null || !('units' in read) || !('rows' in read) || !('at' in read))
    return null
  const { units, rows, at } = read
  if (typeof units !== 'number' || typeof at !== 'number' || !Array.isArray(rows)) return null
  return rows.length > 0 && rows.every(isRow) ? { units, rows, at } : null
}

const texts = ['id', 'order', 'carrier', 'tracking'] as const

function isRow(row: unknown): row is SheetRow {
  if (typeof row !== 'object' || row === null) return false
  const read: Partial<Record<keyof SheetRow, unknown>> = row
  return (
    texts.every((name) => typeof read[name] === 'string') &&
    typeof read.parcel === 'number' &&
    typeof read.isTaken === 'boolean' &&
    Object.values(read.units ?? {}).every((text) => typeof text === 'string')
  )
}

export const isTyped = (rows: readonly SheetRow[]) =>
  rows.length > 1 || rows.some(({ carrier, tracking, isTaken }) => carrier !== '' || tracking !== '' || !isTaken)
