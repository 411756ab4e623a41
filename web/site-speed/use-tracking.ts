import { createContext, use, useEffect } from 'react'
import { useLocation, useMatches } from '#web/router/router.ts'
import { pageName } from '#lib/beacon.ts'
import type { Tracker } from './tracker.ts'

const TrackerContext = createContext<Tracker | null>(null)

/** Provides the page's tracker; null on the server and without tracking. */
export const TrackerProvider = TrackerContext.Provider

const nowhere = () => {}

/** Handler for actions' `tracking`: the kit's `onTracking`. */
export function useOnTracking(): (tracking: unknown) => void {
  return use(TrackerContext)?.action ?? nowhere
}

/** Counts page views, including navigations. Renders nothing, so navigations cause no re-render. */
export function PageViews(): null {
  const tracker = use(TrackerContext)
  const { key } = useLocation()
  const page = pageName(useMatches().at(-1)?.id ?? '')
  useEffect(() => tracker?.view(page, key), [tracker, page, key])
  return null
}
