import {
  beaconLifetime,
  beaconLimits,
  type Beacon,
  type NavigationMoments,
  type SpeedFigures,
  type TrackedAction,
} from './beacon.ts'
import { collectScriptErrors, type ReportedError } from './script-errors.ts'

/** Measurements of a page load at the time of sending; some pages have none. */
export interface PageMeasures {
  /** Milliseconds since the start of the navigation. */
  readonly openFor: number
  readonly speed?: SpeedFigures
  readonly timing?: NavigationMoments
  readonly returning?: boolean
}

/** Records one page load until its beacon is sent, once. */
export interface PageRecord {
  /** Counts a page view once per navigation key, also if React runs effects twice. */
  view: (page: string, navigation: string) => void
  /** Records an action with its `tracking` unchanged. Drops values that are not JSON or too large. */
  action: (tracking: unknown) => void
  error: (error: ReportedError, pagePath: string) => void
  /**
   * The beacon to send when the page is hidden. Null if already sent, if the page was open for 1,200,000 ms or more, or
   * if no page has been shown yet.
   */
  take: (measures: PageMeasures) => Beacon | null
}

export function recordPage(): PageRecord {
  const views = new Map<string, number>()
  const actions: TrackedAction[] = []
  const errors = collectScriptErrors()
  let navigation: string | null = null
  let current: string | null = null
  let told = false
  return {
    view: (page, key) => {
      if (key === navigation) return
      navigation = key
      current = page
      if (views.has(page) || views.size < beaconLimits.views) views.set(page, (views.get(page) ?? 0) + 1)
    },
    action: (tracking) => {
      if (current !== null && actions.length < beaconLimits.actions && isSmall(tracking))
        actions.push({ page: current, tracking })
    },
    error: errors.add,
    take: ({ openFor, speed, timing, returning }) => {
      const [first] = views.keys()
      if (told || first === undefined || openFor >= beaconLifetime) return null
      told = true
      const found = errors.count()
      return {
        page: first,
        views: Object.fromEntries(views),
        ...(actions.length > 0 && { actions }),
        speed,
        timing,
        ...(found > 0 && { errors: errors.list(), errorCount: found }),
        returning,
      }
    },
  }
}

function isSmall(tracking: unknown): boolean {
  try {
    const json = JSON.stringify(tracking) as string | undefined
    return json !== undefined && json.length <= beaconLimits.tracking
  } catch {
    return false
  }
}
