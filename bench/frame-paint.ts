import type { Browser, BrowserContextOptions, Frame } from 'playwright-core'
import { paths } from '#web/paths.ts'
import { percentile } from './percentiles.ts'
import type { Setting } from './setting.ts'
import type { Table } from './table.ts'

const repeats = 15
/** Maximum delay in milliseconds of the framed summary's first paint after the form's. */
const budget = 100

/** Delay of the product summary's first paint after the listing form's, each in a new profile. */
export async function framePaint(
  { hub, known }: Setting,
  browser: Browser,
  storageState: BrowserContextOptions['storageState'],
): Promise<Table> {
  const forms = {
    'sell similar': `?mode=SellSimilarItem&itemId=${known.itemNumber}`,
    revise: `?mode=ReviseItem&itemId=${known.itemNumber}`,
  }
  const rows: string[][] = []
  for (const [name, query] of Object.entries(forms)) {
    const after: number[] = []
    // The first run, on a cold hub, is discarded.
    for (let time = 0; time <= repeats; time += 1) {
      // As high as the form, since a section outside the viewport is not painted.
      const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 4000 } })
      const page = await context.newPage()
      await page.goto(hub.url + paths.listingForm() + query, { waitUntil: 'load' })
      const [form, summary] = page.frames()
      // The summary may be first: the form is painted after it is complete.
      const later = Math.max(0, (await firstPaint(summary!)) - (await firstPaint(form!)))
      if (time > 0) after.push(later)
      await context.close()
    }
    const [p50, p95, most] = [percentile(after, 0.5), percentile(after, 0.95), Math.max(...after)]
    rows.push([name, ...[p50, p95, most, budget].map((value) => value.toFixed(0)), p95 < budget ? 'yes' : 'NO'])
  }
  return {
    title: 'First paint of the framed product summary after the form’s, ms',
    columns: ['form', 'p50', 'p95', 'most', 'budget', 'holds'],
    rows,
    notes: [`First contentful paint of both documents, ${repeats} loads each with nothing cached.`],
  }
}

/**
 * Waits for a document's first paint; returns its time in milliseconds.
 * @throws if it is not painted, for instance because it is hidden
 */
function firstPaint(frame: Frame): Promise<number> {
  return frame.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`${location.pathname} is not painted`)), 10_000)
        new PerformanceObserver((list) => {
          const [paint] = list.getEntriesByName('first-contentful-paint')
          if (paint) resolve(performance.timeOrigin + paint.startTime)
        }).observe({ type: 'paint', buffered: true })
      }),
  )
}
