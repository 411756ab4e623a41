interface EarlyKey {
  key: string
  /** By the clock of events. */
  at: number
}

declare global {
  interface Window {
    /** Steps through a list that nothing has taken, newest last. */
    hubEarlyKeys?: EarlyKey[]
  }
}

/** Milliseconds after which a key is no longer meant for the list that comes. */
const keptFor = 5_000

/** The keys that were pressed a moment ago and that nothing has taken; they are taken now. */
export function takeEarlyKeys(): string[] {
  const since = performance.now() - keptFor
  const keys = (window.hubEarlyKeys ?? []).filter(({ at }) => at > since).map(({ key }) => key)
  delete window.hubEarlyKeys
  return keys
}
