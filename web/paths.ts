export { isAtOrBelow, places } from './places.ts'
export { withQuery, withSearch } from './with-query.ts'

/**
 * The hub's URLs, spelled only in `addresses.ts`; a test compares them with `routes.ts`. A namespace rather than an
 * object, so that unused ones are not sent to the browser.
 */
export * as paths from './addresses.ts'

/** Paths handled by `server/http.ts` before the router. */
export const serverPaths = {
  health: '/healthz',
  /** Readiness, including the database. */
  ready: '/readyz',
  /** Receives site speed beacons. */
  track: '/track',
  /** Receives events of a provider of labels; the account is sealed. */
  labelEvents: (account: string) => `/label-events/${account}`,
  /** A listing's public picture by hash; immutable. */
  picture: (hash: string, size: 'large' | 'small') => `/pictures/${hash}-${size}.webp`,
} as const
