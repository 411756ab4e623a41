import { recordPage } from '#lib/page-record.ts'
import { refusesTracking } from '#lib/privacy-signal.ts'
import { recordErrors, tellWhenHidden } from './tell.ts'

/**
 * Tracks a page that has no React, from its own script: one page view and its script errors, as other pages tell them.
 * Call it only where the page says that it is to be tracked (`trackingWanted`); the browser's own signals it heeds itself.
 */
export function trackPlainPage(page: string, endpoint: string): void {
  if (refusesTracking(navigator)) return
  const record = recordPage()
  record.view(page, '')
  recordErrors(record)
  tellWhenHidden(endpoint, () => record.take({ openFor: performance.now() }))
}
