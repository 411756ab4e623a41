import { refusesTrackingByHeader } from '#lib/privacy-signal.ts'
import type { HubConfig } from '../hub.ts'

/**
 * What a page says of tracking in `data-tracking` on `<html>`: the visitor cookie's days, or nothing where the hub does
 * not track or the request asks not to be tracked. Scripts go by it.
 */
export function trackingWanted({ tracking }: Pick<HubConfig, 'tracking'>, headers: Headers): number | undefined {
  return tracking.on && !refusesTrackingByHeader(headers) ? tracking.cookieDays : undefined
}
