/** A script error as collected from a page, without query strings or personal data. */
export interface ScriptError {
  /** The browser's message: at most `beaconLimits.text` characters, URLs without their queries. */
  message: string
  /** Line in the script, from 1; 0 if the browser does not report it. */
  line: number
  /** Path of the script, or of the page if no script is named; without query. */
  path: string
  count: number
}

/** Core Web Vitals of the loaded page in milliseconds; `cls` is unitless. */
export interface SpeedFigures {
  lcp?: number
  inp?: number
  cls?: number
  ttfb?: number
}

/** Navigation timing marks that are kept, under their standard names: milliseconds since the start of the navigation. */
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

/** Navigation timing; marks that did not occur are left out. */
export type NavigationMoments = Partial<Record<(typeof timingKeys)[number], number>>

/** An action that fired: its page and the model's `tracking` value, unchanged. */
export interface TrackedAction {
  page: string
  tracking: unknown
}

/** The report of one page load, sent once. */
export interface Beacon {
  /** Name of the loaded page; speed, timing and errors belong to it. */
  page: string
  /** Views by page, including pages reached without a new document. */
  views: Record<string, number>
  actions?: TrackedAction[]
  speed?: SpeedFigures
  timing?: NavigationMoments
  /** The first distinct errors; `errorCount` counts all of them. */
  errors?: ScriptError[]
  errorCount?: number
  returning?: boolean
}

/** Limits of a beacon: the browser stays within them and the server rejects anything larger. */
export const beaconLimits = {
  /** Number of distinct pages. */
  views: 50,
  actions: 50,
  /** Characters of one action's `tracking` as JSON, and its nesting depth. */
  tracking: 1000,
  depth: 8,
  errors: 10,
  /** Characters of a message or path. */
  text: 200,
  /** Maximum of `line` and of a count; larger values are capped. */
  line: 2_147_483_647,
  count: 1_000_000,
  /** Bytes of the request body. */
  body: 32 * 1024,
  /** URL-encoded characters of the beacon, in a body and in an image URL. */
  encodedBody: 30_000,
  encodedQuery: 6000,
} as const

/** Milliseconds after which an open page no longer sends a beacon. */
export const beaconLifetime = 1_200_000

export const resourceTimingBuffer = 300

export const pageNamePattern = /^[a-z][a-z0-9-]{0,63}$/

/**
 * Page name of a route: its file name without folder, `-page` or `-resource`, so that each route has one name
 * (`features/order-page/details/order-details-page` is `order-details`).
 */
export function pageName(routeId: string): string {
  return routeId.slice(routeId.lastIndexOf('/') + 1).replace(/-(page|resource)$/, '')
}

/**
 * Encodes a beacon as JSON of at most `room` URL-encoded characters. Drops the latest actions first, then errors, then
 * timing.
 */
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
