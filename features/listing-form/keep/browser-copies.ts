import type { Typed } from '../form/typed-form.ts'

/** A form that could not be sent, as a browser keeps it. */
export interface BrowserCopy {
  typed: Typed
  /** The revision that it started from. */
  revision: number
  at: string
}

/** Where a browser keeps forms that could not be sent yet: each by its name, of one seller and member. */
export interface BrowserCopies {
  read(name: string): BrowserCopy | null
  write(name: string, copy: BrowserCopy): boolean
  remove(name: string): void
  all(): { name: string; copy: BrowserCopy }[]
}

/**
 * Copies in the browser's own storage. Where that is full or forbidden there are none: browsers that forbid it throw where it is
 * only named, so it is named within.
 */
export function storedCopies(storage: () => Storage, prefix: string): BrowserCopies {
  const attempt = <T>(work: () => T, otherwise: T): T => {
    try {
      return work()
    } catch {
      return otherwise
    }
  }
  const read = (name: string) => attempt(() => readCopy(storage().getItem(prefix + name)), null)
  return {
    read,
    write: (name, copy) =>
      attempt(() => {
        storage().setItem(prefix + name, JSON.stringify(copy))
        return true
      }, false),
    remove: (name) => attempt(() => storage().removeItem(prefix + name), undefined),
    all: () =>
      attempt(() => Object.keys(storage()), []).flatMap((key) => {
        const name = key.startsWith(prefix) ? key.slice(prefix.length) : null
        const copy = name === null ? null : read(name)
        return name !== null && copy ? [{ name, copy }] : []
      }),
  }
}

/** Reads a stored copy; null where it is none. */
export function readCopy(text: string | null): BrowserCopy | null {
  if (text === null) return null
  const read: unknown = JSON.parse(text)
  if (typeof read !== 'object' || read === null || !('typed' in read) || !('revision' in read) || !('at' in read))
    return null
  const { typed, revision, at } = read
  if (typeof typed !== 'object' || typed === null || typeof revision !== 'number' || typeof at !== 'string') return null
  return Object.values(typed).every((value) => typeof value === 'string')
    ? { typed: typed as Typed, revision, at }
    : null
}
