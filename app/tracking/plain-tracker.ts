/**
 * Tracks a page that has no React, from its own script: one page view and its script errors, in the same beacon as other
 * pages send, once when it is hidden. Imports nothing and is half a KB, so that it fits any page. Call it only where the
 * page says that it is to be tracked (`trackingWanted`); the browser's own signals it heeds itself.
 */
export function trackPlainPage(page: string, endpoint: string): void {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean }
  if (globalPrivacyControl || doNotTrack === '1') return
  const errors: { message: string; line: number; path: string; count: number }[] = []
  let errorCount = 0
  let told = false
  addEventListener('error', ({ message, lineno, filename }) => {
    errorCount += 1
    if (errors.length < 10)
      errors.push({
        message: message.slice(0, 200),
        line: lineno,
        path: new URL(filename || location.pathname, location.href).pathname.slice(0, 200),
        count: 1,
      })
  })
  document.addEventListener('visibilitychange', () => {
    if (told || document.visibilityState !== 'hidden' || performance.now() >= 1_200_000) return
    told = true
    const body = JSON.stringify({ page, views: { [page]: 1 }, errors, errorCount })
    if (!navigator.sendBeacon?.(endpoint, body)) new Image().src = `${endpoint}?beacon=${encodeURIComponent(body)}`
  })
}
