/** An error of a page's scripts, as it is collected: no query, no person. */
export interface ScriptError {
  /** What the browser said, at most `beaconLimits.text` characters, addresses in it without their queries. */
  message: string
  /** Line of the script, from 1; 0 where the browser does not say. */
  line: number
  /** Path of the script, or of the page where no script is named; without query. */
  path: string
  /** How often it happened, at least once. */
  count: number
}

/** Core web vitals of the page that was loaded: milliseconds, and the layout shift's own unit for `cls`. */
export interface SpeedFigures {
  lcp?: number
  inp?: number
  cls?: number
  ttfb?: number
}

/** The moments of navigation timing that are kept, in the standard's own words: milliseconds since the start of the navigation. */
export const timingKeys = [
  'redirectEnd',
  'domainLookupEnd',
  'connectEnd',
  'requestStart',
  'responseStart',
  'responseEnd',
  'domInteractive',
  'domContentLoadedEventEnd',
  'loadEventEnd',
] as const

/** Navigation timing; moments that did not come are left out. */
export type NavigationMoments = Partial<Record<(typeof timingKeys)[number], number>>

/** An action that fired: the page it fired on, and what its model says of it, untouched. */
export interface TrackedAction {
  page: string
  tracking: unknown
}

/** What one page load tells, once. */
export interface Beacon {
  /** Name of the page that was loaded: speed, timing and errors belong to it. */
  page: string
  /** How often each page was shown, the loaded one and those navigated to without a new document. */
  views: Record<string, number>
  actions?: TrackedAction[]
  speed?: SpeedFigures
  timing?: NavigationMoments
  /** The first errors that differ; `errorCount` counts all of them. */
  errors?: ScriptError[]
  errorCount?: number
  /** Whether this browser was here before, within the visitor cookie's life. */
  returning?: boolean
}

/** Bounds of a beacon; the browser keeps to them, the server refuses more. */
export const beaconLimits = {
  /** Pages by name. */
  views: 50,
  actions: 50,
  /** Characters of one action's `tracking` as JSON, and levels it may nest. */
  tracking: 1000,
  depth: 8,
  errors: 10,
  /** Characters of a message or path. */
  text: 200,
  /** A line, and a count: what happens more often counts as this often. */
  line: 2_147_483_647,
  count: 1_000_000,
  /** Bytes of a whole body. */
  body: 32 * 1024,
  /** Characters of it, URL-encoded: in a body, and in the address of an image request. */
  encodedBody: 30_000,
  encodedQuery: 6000,
} as const

/** A page that has been open so long, in milliseconds, tells nothing any more. */
export const beaconLifetime = 1_200_000

/** Entries that the browser keeps of loaded files for whoever measures. */
export const resourceTimingBuffer = 300

/** What a page may be called. */
export const pageNamePattern = /^[a-z][a-z0-9-]{0,63}$/

/**
 * The name of a page: its route's file without folder, `-page` or `-resource`, so that each route has exactly one
 * (`features/orders/order-list/orders-page` is `orders`).
 */
export function pageName(routeId: string): string {
  return routeId.slice(routeId.lastIndexOf('/') + 1).replace(/-(page|resource)$/, '')
}

/** The beacon as JSON that takes at most `room` characters when URL-encoded: the last actions go first, then errors, then timing. */
export function encodeBeacon(beacon: Beacon, room: number): string {
  const { actions = [], errors = [], timing, ...rest } = beacon
  const kept = { actions: [...actions], errors: [...errors], timing }
  for (;;) {
    const json = JSON.stringify({
      ...rest,
      ...(kept.actions.length > 0 && { actions: kept.actions }),
      ...(kept.errors.length > 0 && { errors: kept.errors }),
      ...(kept.timing && { timing: kept.timing }),
    })
    if (encodeURIComponent(json).length <= room) return json
    if (kept.actions.pop() ?? kept.errors.pop()) continue
    if (!kept.timing) return json
    kept.timing = undefined
  }
}
