import { onCLS, onINP, onLCP, onTTFB, type Metric } from 'web-vitals'
import type { SpeedFigures } from '#lib/beacon.ts'

/** Observes the web vitals of the page load; values change until they are read. */
export function observeSpeed(): SpeedFigures {
  const figures: SpeedFigures = {}
  const keep = ({ name, value, navigationType }: Metric) => {
    // Pages restored from the back/forward cache are measured anew, but the beacon reports the load only.
    if (navigationType !== 'back-forward-cache')
      figures[name.toLowerCase() as keyof SpeedFigures] = Math.round(value * 1e4) / 1e4
  }
  // Report every change, so that the last value is available when the page is hidden, in any order of listeners.
  for (const observe of [onLCP, onINP, onCLS, onTTFB]) observe(keep, { reportAllChanges: true })
  return figures
}
