/** The open windows of a browser, told apart by what each holds while it is open. */
export interface Windows {
  /** What names of this window end with; empty where windows are not told apart. */
  own: string
  /** Holds a name, until the window is closed, or what it returns is called. */
  hold(name: string): () => void
  /** The names that are held at this moment. */
  held(): Promise<ReadonlySet<string>>
}

const nobodyHolds: ReadonlySet<string> = new Set()

/** Where locks are missing, as on plain HTTP: all are as one. */
const asOne: Windows = { own: '', hold: () => () => {}, held: () => Promise.resolve(nobodyHolds) }

/** Drawn once a document, so that a window that is duplicated is another one. */
const thisOne = ` ${Math.random().toString(36).slice(2)}`

/** By the browser's locks, which end with their window, also where that is killed. */
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
