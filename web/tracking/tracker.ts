import { type NavigationMoments, resourceTimingBuffer, type SpeedFigures, timingKeys } from '#lib/beacon.ts'
import { recordPage, type PageRecord } from '#lib/page-record.ts'
import { refusesTracking } from '#lib/privacy-signal.ts'
import { browserCookies } from '#shui/cookie-jar.ts'
import { serverPaths } from '../paths.ts'
import { recordErrors, tellWhenHidden } from './tell.ts'

/** What a page tells its tracker. */
export type Tracker = Pick<PageRecord, 'view' | 'action'>

/** Says that this browser was here before. It names nobody: the value is always 1. */
const returningCookie = 'hub-returning'

/**
 * Starts recording this page load: errors from now on, web vitals once it is loaded. All of it is sent in one beacon when
 * the page is first hidden. Null, and nothing is kept, where the hub does not track (`cookieDays` undefined: what the
 * server wrote on `<html>`), or the browser asks not to be tracked.
 */
export function startTracker(cookieDays: string | undefined): Tracker | null {
  if (cookieDays === undefined || refusesTracking(navigator)) return null
  performance.setResourceTimingBufferSize?.(resourceTimingBuffer)
  const record = recordPage()
  recordErrors(record)
  const returning = visit(Number(cookieDays))
  let speed: SpeedFigures = {}
  // Fetched after the page's own work. Observers are told what happened before.
  const observe = () => void import('./site-speed.ts').then((code) => (speed = code.observeSpeed()), notMeasured)
  if (document.readyState === 'complete') observe()
  else addEventListener('load', () => setTimeout(observe), { once: true })
  tellWhenHidden(serverPaths.track, () =>
    record.take({ openFor: performance.now(), speed, timing: readTiming(), returning }),
  )
  return record
}

/** Whether this browser was here before; from now on it was. */
function visit(cookieDays: number): boolean {
  if (!(cookieDays > 0)) return false
  const returning = browserCookies.read(returningCookie) !== null
  browserCookies.write(returningCookie, '1', { days: cookieDays })
  return returning
}

/** Where the code that measures cannot be had, the beacon goes without its figures. */
function notMeasured(): void {}

/** The moments of the page's navigation that have come. */
function readTiming(): NavigationMoments {
  const [entry] = performance.getEntriesByType('navigation')
  if (!entry) return {}
  return Object.fromEntries(
    timingKeys.flatMap((key) => (entry[key] > 0 ? [[key, Math.round(entry[key])] as const] : [])),
  )
}
