import { beaconLimits, encodeBeacon, type Beacon } from '#lib/beacon.ts'
import { isLostRequest } from '#lib/lost-request.ts'
import type { PageRecord } from '#lib/page-record.ts'
import { takeEarlyErrors } from './early-errors.ts'

/** Records script errors and unhandled rejections, including those before this call. */
export function recordErrors({ error }: PageRecord): void {
  const hear = (event: ErrorEvent | PromiseRejectionEvent) => {
    if (!('reason' in event)) error(event, location.pathname)
    else if (!isLostRequest(event.reason)) error({ message: String(event.reason) }, location.pathname)
  }
  takeEarlyErrors().forEach(hear)
  addEventListener('error', hear)
  addEventListener('unhandledrejection', hear)
}

/**
 * Sends what `take` returns whenever the page is hidden: by `sendBeacon`, or as an image request with less capacity if
 * that is unavailable.
 */
export function sendWhenHidden(endpoint: string, take: () => Beacon | null): void {
  // Listen on the document: listeners on the window, such as web-vitals, have then reported.
  document.addEventListener('visibilitychange', () => {
    const beacon = document.visibilityState === 'hidden' ? take() : null
    if (!beacon || navigator.sendBeacon?.(endpoint, encodeBeacon(beacon, beaconLimits.encodedBody))) return
    new Image().src = `${endpoint}?beacon=${encodeURIComponent(encodeBeacon(beacon, beaconLimits.encodedQuery))}`
  })
}
