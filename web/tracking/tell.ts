import { beaconLimits, encodeBeacon, type Beacon } from '#lib/beacon.ts'
import type { PageRecord } from '#lib/page-record.ts'
import { takeEarlyErrors } from './early-errors.ts'

/** Keeps the errors of a page's scripts, and of its promises that nobody heeds: from now on, and those kept so far. */
export function recordErrors({ error }: PageRecord): void {
  const hear = (event: ErrorEvent | PromiseRejectionEvent) =>
    // What the page says is no failure (`app/entry.client.tsx`) is none.
    event.defaultPrevented || error('reason' in event ? { message: String(event.reason) } : event, location.pathname)
  takeEarlyErrors().forEach(hear)
  addEventListener('error', hear)
  addEventListener('unhandledrejection', hear)
}

/**
 * Asks `take` for what is to be told each time the page is hidden, and sends it: in the body of a beacon; as an image
 * request, which has less room, where the browser has no beacons or takes no more.
 */
export function tellWhenHidden(endpoint: string, take: () => Beacon | null): void {
  // On the document: what listens on the window, as web-vitals does, has had its last word by then.
  document.addEventListener('visibilitychange', () => {
    const beacon = document.visibilityState === 'hidden' ? take() : null
    if (!beacon || navigator.sendBeacon?.(endpoint, encodeBeacon(beacon, beaconLimits.encodedBody))) return
    new Image().src = `${endpoint}?beacon=${encodeURIComponent(encodeBeacon(beacon, beaconLimits.encodedQuery))}`
  })
}
