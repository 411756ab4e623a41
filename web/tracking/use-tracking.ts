import { createContext, use, useEffect } from 'react'
import { useLocation, useMatches } from 'react-router'
import { pageName } from '#lib/beacon.ts'
import type { Tracker } from './tracker.ts'

const TrackerContext = createContext<Tracker | null>(null)

/** Gives the page's tracker to what it tells of; null on the server and where nothing is tracked. */
export const TrackerProvider = TrackerContext.Provider

const nowhere = () => {}

/** Where actions' `tracking` goes: the kit's `onTracking`. */
export function useOnTracking(): (tracking: unknown) => void {
  return use(TrackerContext)?.action ?? nowhere
}

/** Counts each page that is shown, the first one and those navigated to. Draws nothing, so that a navigation draws nothing again. */
export function PageViews(): null {
  const tracker = use(TrackerContext)
  const { key } = useLocation()
  const page = pageName(useMatches().at(-1)?.id ?? '')
  useEffect(() => tracker?.view(page, key), [tracker, page, key])
  return null
}
