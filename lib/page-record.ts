import {
  beaconLifetime,
  beaconLimits,
  type Beacon,
  type NavigationMoments,
  type SpeedFigures,
  type TrackedAction,
} from './beacon.ts'
import { collectScriptErrors, type ReportedError } from './script-errors.ts'

/** What is measured of a page load by the time it is told; some pages measure nothing. */
export interface PageMeasures {
  /** Milliseconds since the start of the navigation. */
  readonly openFor: number
  readonly speed?: SpeedFigures
  readonly timing?: NavigationMoments
  readonly returning?: boolean
}

/** Keeps what happens during one page load until it is told, once. */
export interface PageRecord {
  /** A page is shown. The same navigation, known by its key, counts once, also where React runs effects twice. */
  view: (page: string, navigation: string) => void
  /** An action fired; its `tracking` is kept as it is. What is no JSON, or too much, is left out. */
  action: (tracking: unknown) => void
  error: (error: ReportedError, pagePath: string) => void
  /**
   * What to send now that the page is hidden. Null where it was sent before, where the page has been open 1,200,000 ms or
   * more, and where no page was shown yet, which may still come.
   */
  take: (measures: PageMeasures) => Beacon | null
}

/** Starts the record of a page load. */
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
