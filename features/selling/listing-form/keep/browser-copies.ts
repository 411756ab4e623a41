import { baseVersion, type HiddenFields } from '../form/form-view.ts'
import type { Typed } from '../form/typed-form.ts'
import type { Windows } from './windows.ts'

/** A form that could not be sent, as a browser keeps it. */
export interface BrowserCopy {
  typed: Typed
  /** The revision that it started from. */
  revision: number
  /** The version of the listing that a revision started from; missing in other forms, and in copies of before. */
  version?: number | undefined
  at: string
}

/** A copy that is left over: the window that wrote it is gone, or has left the form. */
export interface LeftCopy {
  /** Of which form. */
  name: string
  copy: BrowserCopy
  /** Removes it, unless the form was typed in again meanwhile. */
  forget(): void
}

/**
 * Where a browser keeps forms that could not be sent yet: each by its name, of one seller and member. Each window writes and
 * removes its own: what is typed in another one is that one's to send.
 */
export interface BrowserCopies {
  read(name: string): BrowserCopy | null
  write(name: string, copy: BrowserCopy): boolean
  remove(name: string): void
  /** The form is left: what is still kept of it may be taken by whoever opens it next. */
  leave(): void
  /** What was left over when it was asked, the newest first. */
  left(): Promise<LeftCopy[]>
}

/**
 * Copies in the browser's own storage. Where that is full or forbidden there are none: browsers that forbid it throw where it is
 * only named, so it is named within.
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
        // Before it can be found.
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

/** Removes all that is left over of a form. */
export function forgetAll(left: readonly LeftCopy[], name: string): void {
  for (const each of left) if (each.name === name) each.forget()
}

/** Whether nothing else was kept or published since a copy began: it may be brought back unasked. */
export function isOfNow({ revision, version }: BrowserCopy, now: HiddenFields): boolean {
  return revision === now.revision && version === baseVersion(now)
}

/** Reads a stored copy; null where it is none. */
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
