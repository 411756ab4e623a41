import { tabLocks } from '#web/tab-locks.ts'

/** A browser's open windows, told apart by the names they lock. */
export interface Windows {
  /** Suffix of this window's names. */
  own: string
  /** Locks a name until the window closes or the returned function is called. */
  hold(name: string): () => void
  held(): Promise<ReadonlySet<string>>
}

/** Random per document, so that a duplicated window differs. */
const own = ` ${Math.random().toString(36).slice(2)}`

export const browserWindows = (): Windows => ({
  own,
  hold(name) {
    let letGo = () => {}
    const isHeld = new Promise<void>((resolve) => (letGo = resolve))
    tabLocks()
      .then((locks) => locks.request(name, {}, () => isHeld))
      .catch(() => {})
    return letGo
  },
  held: async () => {
    try {
      const { held = [] } = await (await tabLocks()).query()
      return new Set(held.map(({ name = '' }) => name))
    } catch {
      return new Set<string>()
    }
  },
})
