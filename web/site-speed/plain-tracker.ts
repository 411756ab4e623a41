import { recordPage } from '#lib/page-record.ts'
import { refusesTracking } from '#lib/privacy-signal.ts'
import { recordErrors, sendWhenHidden } from './send-beacons.ts'

/**
 * Tracks a page without React: one page view and script errors. Call it only if the page allows tracking
 * (`trackingWanted`); browser signals are checked here.
 */
export function trackPlainPage(page: string, endpoint: string): void {
  if (refusesTracking(navigator)) return
  const record = recordPage()
  record.view(page, '')
  recordErrors(record)
  sendWhenHidden(endpoint, () => record.take({ openFor: performance.now() }))
}
