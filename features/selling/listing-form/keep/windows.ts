/** A browser's open windows, told apart by the names they lock. */
export interface Windows {
  /** Suffix of this window's names; empty if windows cannot be told apart. */
  own: string
  /** Locks a name until the window closes or the returned function is called. */
  hold(name: string): () => void
  /** The names locked now. */
  held(): Promise<ReadonlySet<string>>
}

const nobodyHolds: ReadonlySet<string> = new Set()

/** Without the Locks API, as on plain HTTP, all windows count as one. */
const asOne: Windows = { own: '', hold: () => () => {}, held: () => Promise.resolve(nobodyHolds) }

/** Random per document, so that a duplicated window differs. */
const thisOne = ` ${Math.random().toString(36).slice(2)}`

/** Uses Web Locks, which end with their window even if it crashes. */
const byLocks: Windows = {
  own: thisOne,
  hold(name) {
    let letGo = () => {}
    const isHeld = new Promise<void>((resolve) => (letGo = resolve))
    navigator.locks.request(name, () => isHeld).catch(() => {})
    return letGo
  },
  held: () =>
    navigator.locks.query().then(
      ({ held = [] }) => new Set(held.map(({ name = '' }) => name)),
      () => nobodyHolds,
    ),
}

/** The windows of this browser. */
export const browserWindows = (): Windows => ('locks' in navigator ? byLocks : asOne)
