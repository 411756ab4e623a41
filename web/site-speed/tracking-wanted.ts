import { refusesTrackingByHeader } from '#lib/privacy-signal.ts'
import type { HubConfig } from '../hub.ts'

/**
 * Value of `data-tracking` on `<html>`: days of the visitor cookie, or nothing if the hub does not track or the request
 * opts out. Scripts obey it.
 */
export function trackingWanted({ tracking }: Pick<HubConfig, 'tracking'>, headers: Headers): number | undefined {
  return tracking.on && !refusesTrackingByHeader(headers) ? tracking.cookieDays : undefined
}
