import type { Page } from 'playwright-core'
import { isDrawn } from './testing.ts'

/** Adds up the layout shifts of the page's later documents. Browsers report none of a page that is not drawn. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  if (!isDrawn(page)) throw new Error('shifts are measured on a page that is drawn')
  await page.addInitScript(addUpShifts)
  return () => page.evaluate(() => (Reflect.get(globalThis, 'shifts') as { sum: number }).sum)
}

/** In the page: adds up its shifts so far and later. */
function addUpShifts(): void {
  const shifts = { sum: 0 }
  Object.assign(globalThis, { shifts })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts.sum += Number(Reflect.get(entry, 'value'))
  }).observe({ type: 'layout-shift', buffered: true })
}
