import type { Typed } from '../form/typed-form.ts'
import type { Windows } from './windows.ts'

export interface BrowserCopy {
  typed: Typed
  /** The revision it started from. */
  revision: number
  /** The listing version a revision started from; absent for other forms and older copies. */
  version?: number | undefined
  at: string
}

/** A copy whose window is closed or has left the form. */
export interface RecoveredDraft {
  name: string
  copy: BrowserCopy
  /** Deletes it, unless it was edited again meanwhile. */
  forget(): void
}

/**
 * Unsent forms stored in the browser by name, per seller and member. Each window writes and deletes only its own; other
 * windows send theirs.
 */
export interface BrowserCopies {
  read(name: string): BrowserCopy | null
  write(name: string, copy: BrowserCopy): boolean
  remove(name: string): void
  /** Leaves the form; a remaining copy may be recovered by the next window. */
  leave(): void
  /** Recoverable copies at the time of the call, newest first. */
  left(): Promise<RecoveredDraft[]>
}

/**
 * Copies in browser storage; none if it is full or blocked. Accessed through a function, since browsers that block
 * storage throw on access.
 */
export function storedCopies(storage: () => Storage, prefix: string, windows: Windows): BrowserCopies {
  const attempt = <T>(work: () => T, otherwise: T): T => {
    try {
      return work()
    } catch {
      return otherwise
    }
  }
  const keyOf = (name: string) => prefix + name + windows.own
  const readKey = (key: string) => attempt(() => readCopy(storage().getItem(key)), null)
  const removeKey = (key: string) => attempt(() => storage().removeItem(key), undefined)
  let letGo: (() => void) | null = null
  const leave = () => {
    letGo?.()
    letGo = null
  }
  return {
    read: (name) => readKey(keyOf(name)),
    write: (name, copy) =>
      attempt(() => {
        // Lock the name before the copy can be found.
        letGo ??= windows.hold(keyOf(name))
        storage().setItem(keyOf(name), JSON.stringify(copy))
        return true
      }, false),
    remove(name) {
      removeKey(keyOf(name))
      leave()
    },
    leave,
    async left() {
      const found = attempt(() => Object.keys(storage()), []).flatMap((key) => {
        const copy = key.startsWith(prefix) ? readKey(key) : null
        return copy ? [{ key, copy }] : []
      })
      if (found.length === 0) return []
      const held = await windows.held()
      return found
        .filter(({ key }) => key.endsWith(windows.own) || !held.has(key))
        .toSorted((a, b) => b.copy.at.localeCompare(a.copy.at))
        .map(({ key, copy }) => ({
          name: key.slice(prefix.length).replace(/ .*/, ''),
          copy,
          forget: () => readKey(key)?.at === copy.at && removeKey(key),
        }))
    },
  }
}

export function readCopy(text: string | null): BrowserCopy | null {
  if (text === null) return null
  const read: unknown = JSON.parse(text)
  if (typeof read !== 'object' || read === null || !('typed' in read) || !('revision' in read) || !('at' in read))
    return null
  const { typed, revision, at } = read
  const version = 'version' in read && typeof read.version === 'number' ? read.version : undefined
  if (typeof typed !== 'object' || typed === null || typeof revision !== 'number' || typeof at !== 'string') return null
  return Object.values(typed).every((value) => typeof value === 'string')
    ? { typed: typed as Typed, revision, version, at }
    : null
}
