import { type NavigationMoments, resourceTimingBuffer, type SpeedFigures, timingKeys } from '#lib/beacon.ts'
import { recordPage, type PageRecord } from '#lib/page-record.ts'
import { refusesTracking } from '#lib/privacy-signal.ts'
import { browserCookies } from '#shui/cookie-jar.ts'
import { serverPaths } from '../paths.ts'
import { recordErrors, sendWhenHidden } from './send-beacons.ts'

export type Tracker = Pick<PageRecord, 'view' | 'action'>

/** Marks a returning browser. Identifies nobody: the value is always 1. */
const returningCookie = 'hub-returning'

/**
 * Records errors from now on and web vitals once loaded; sends one beacon when the page is first hidden. Null if the
 * hub does not track (`cookieDays` undefined, from `<html>`) or the browser opts out.
 */
export function startTracker(cookieDays: string | undefined): Tracker | null {
  if (cookieDays === undefined || refusesTracking(navigator)) return null
  performance.setResourceTimingBufferSize?.(resourceTimingBuffer)
  const record = recordPage()
  recordErrors(record)
  const returning = visit(Number(cookieDays))
  let speed: SpeedFigures = {}
  // Loaded after the page's own work; observers also report earlier entries.
  const observe = () => void import('./observe-speed.ts').then((code) => (speed = code.observeSpeed()), notMeasured)
  if (document.readyState === 'complete') observe()
  else addEventListener('load', () => setTimeout(observe), { once: true })
  sendWhenHidden(serverPaths.track, () =>
    record.take({ openFor: performance.now(), speed, timing: readTiming(), returning }),
  )
  return record
}

/** Whether the browser is returning; marks it. */
function visit(cookieDays: number): boolean {
  if (!(cookieDays > 0)) return false
  const returning = browserCookies.read(returningCookie) !== null
  browserCookies.write(returningCookie, '1', { days: cookieDays })
  return returning
}

/** If the measuring code cannot be loaded, the beacon has no vitals. */
function notMeasured(): void {}

/** Navigation timings available so far. */
function readTiming(): NavigationMoments {
  const [entry] = performance.getEntriesByType('navigation')
  if (!entry) return {}
  return Object.fromEntries(
    timingKeys.flatMap((key) => (entry[key] > 0 ? [[key, Math.round(entry[key])] as const] : [])),
  )
}
