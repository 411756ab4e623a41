import { onCLS, onINP, onLCP, onTTFB, type Metric } from 'web-vitals'
import type { SpeedFigures } from '#lib/beacon.ts'

/** Observes the web vitals of the page that was loaded; the figures change until they are read. */
export function observeSpeed(): SpeedFigures {
  const figures: SpeedFigures = {}
  const keep = ({ name, value, navigationType }: Metric) => {
    // A page that Back took out of the browser's cache is measured anew; the beacon tells of the load.
    if (navigationType !== 'back-forward-cache')
      figures[name.toLowerCase() as keyof SpeedFigures] = Math.round(value * 1e4) / 1e4
  }
  // Each change at once: the last is there when the page is hidden, whoever hears of that first.
  for (const observe of [onLCP, onINP, onCLS, onTTFB]) observe(keep, { reportAllChanges: true })
  return figures
}
