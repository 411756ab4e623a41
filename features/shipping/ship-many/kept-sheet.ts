import { day } from '#lib/duration.ts'
import type { SheetRow } from './sheet.ts'

// What was typed and not sent stays in the browser, an order an entry: whoever leaves the page finds it when the order is in a
// sheet again.

/** What is typed for an order, and how much was left of it then: once some of it is shipped, it was for another parcel. */
export interface KeptOrder {
  units: number
  rows: readonly SheetRow[]
}

/** Where a browser keeps what is typed, by order. */
export interface KeptSheet {
  read(order: string): KeptOrder | null
  write(order: string, kept: KeptOrder): void
  remove(order: string): void
  /** Removes what nobody came back for. */
  removeOld(): void
}

const keptFor = 7 * day

/** Keeps it in a storage. Where that is full or forbidden, which throws where it is only named, nothing is kept. */
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

const isRow = (row: unknown): row is SheetRow =>
  typeof row === 'object' &&
  row !== null &&
  texts.every((name) => typeof (row as Partial<SheetRow>)[name] === 'string') &&
  typeof (row as Partial<SheetRow>).parcel === 'number' &&
  typeof (row as Partial<SheetRow>).isTaken === 'boolean' &&
  Object.values((row as Partial<SheetRow>).units ?? {}).every((text) => typeof text === 'string')

/** Whether anything is typed in these rows that is worth keeping. */
export const isTyped = (rows: readonly SheetRow[]) =>
  rows.length > 1 || rows.some(({ carrier, tracking, isTaken }) => carrier !== '' || tracking !== '' || !isTaken)
