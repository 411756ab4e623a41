const tasksDone = ['accepted', 'refunded', 'answered', 'decided'] as const
/** What was done about a task just now, for the page to say. */
export type TaskDone = (typeof tasksDone)[number]

/** Reads what an address says was done; null for anything else. */
export const findTaskDone = (text: string | null): TaskDone | null => tasksDone.find((done) => done === text) ?? null

export { liesIn, places } from './places.ts'
export { withQuery, withSearch } from './with-query.ts'

/**
 * The hub's URLs, which only `addresses.ts` spells. The map from URL to module is `routes.ts`; a test holds the two together.
 * A namespace and no object: addresses that only the server needs do not go to the browser.
 */
export * as paths from './addresses.ts'

/** What `server/http.ts` answers by itself, before the router is asked. */
export const serverPaths = {
  /** Whether the process lives. */
  health: '/healthz',
  /** Whether it reaches its database. */
  ready: '/readyz',
  /** Takes beacons of site speed. */
  track: '/track',
  /** A listing's picture by its hash, for everybody. What it leads to never changes. */
  picture: (hash: string, size: 'large' | 'small') => `/pictures/${hash}-${size}.webp`,
} as const
