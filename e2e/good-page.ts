import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, frameParts, laterRows } from './accessible.ts'
import { hydrated, isDrawn } from './testing.ts'

// 720 px is 1440 px at 200 % zoom (WCAG 1.4.4). No style depends on a width between 320 and 420 px: what fits there fits
// all phones.
const widths = [1440, 768, 720, 320]

/** Checks a page at each width, and in light and dark. Audits skip a frame already checked. Returns the page's HTML. */
export async function expectGood(
  page: Page,
  hub: string,
  url: string,
  { status = 200, knowsFrame = false } = {},
): Promise<string> {
  // Hide the previous page, so that it is not laid out again.
  await page.evaluate(() => document.documentElement.style.setProperty('display', 'none'))
  await page.setViewportSize({ width: 1440, height: 900 })
  const answer = await page.goto(hub + url)
  const html = (await answer?.text()) ?? ''
  await hydrated(page)
  // A redirect would check another page twice.
  expect([answer?.status(), new URL(page.url()).pathname], url).toEqual([status, new URL(hub + url).pathname])
  const { headings, shift, hasCurrentLinks } = await page.evaluate(firstLook)
  expect(headings, url).toBe(1)
  expect(isDrawn(page), 'browsers report shifts of what is drawn only').toBe(true)
  // The budget is 0.00 after rounding, as browsers report it.
  expect(Number(shift.toFixed(2)), `layout shift of ${url}`).toBe(0)
  expect(await unlevel(page), `words of ${url} that stand higher or lower than others of their row`).toEqual([])
  // What is not painted has the same layout, at two thirds of the cost.
  await page.evaluate(() => document.documentElement.style.setProperty('visibility', 'hidden'))
  for (const width of widths) {
    if (width !== 1440) await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(fit), `${url} at ${width}`).toEqual({ over: 0, broken: [] })
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('visibility'))
  // Later rows of a table come from the same code but cost half of the audit time.
  await page.evaluate((rows) => {
    for (const row of document.querySelectorAll(rows)) row.remove()
  }, laterRows)
  if (hasCurrentLinks) {
    await page.emulateMedia({ forcedColors: 'active' })
    expect(await unmarked(page), `${url} in forced colours`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'none' })
  if (knowsFrame) await page.evaluate(emptyFrame, frameParts)
  await expectAccessible(page, { withFrame: !knowsFrame, only: 'looks' })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectAccessible(page, { withFrame: !knowsFrame })
  if (knowsFrame) await page.evaluate(refillFrame)
  return html
}

/** In the page: takes out what the frame contains, which is half of what an audit walks through. A heading stays. */
function emptyFrame(parts: string): void {
  const frame = [...document.querySelectorAll(parts)]
    .filter((part) => !part.querySelector('h1'))
    .map((part) => ({ part, nodes: [...part.childNodes] }))
  for (const { part } of frame) part.replaceChildren()
  Object.assign(globalThis, { emptiedFrame: frame })
}

/** In the page: puts that back. */
function refillFrame(): void {
  const frame = Reflect.get(globalThis, 'emptiedFrame') as { part: Element; nodes: Node[] }[]
  for (const { part, nodes } of frame.toReversed()) part.replaceChildren(...nodes)
}

/** Expects no horizontal scrolling (WCAG 1.4.10). */
export async function expectNoOverflow(page: Page, what: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(over, `${what} is too wide by px`).toBe(0)
}

/** Expects no horizontal scrolling at these widths in pixels, and leaves the page as wide as it was. */
export async function expectFits(page: Page, what: string, at: readonly number[] = [1440, 768, 375]): Promise<void> {
  const before = page.viewportSize()
  for (const width of at) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoOverflow(page, `${what} at ${width} px`)
  }
  if (before) await page.setViewportSize(before)
}

/** In the page: horizontal overflow in pixels, and texts broken into letters by narrow columns. */
function fit(): { over: number; broken: string[] } {
  const over = document.documentElement.scrollWidth - document.documentElement.clientWidth
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.textContent?.trim() ?? ''
    const parent = node.parentElement!
    const isNarrow = text.length >= 8 && parent.getBoundingClientRect().width <= 80
    if (!isNarrow || !parent.checkVisibility() || isForScreenReaders(parent)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    if (lines > 3 && text.length / lines < 5) broken.push(text)
  }
  return { over, broken }

  /** Whether an element is visually hidden. */
  function isForScreenReaders(element: Element | null): boolean {
    return element !== null && (element.clientWidth === 1 || isForScreenReaders(element.parentElement))
  }
}

/** One-line table cells misaligned by a few pixels within a row. */
function unlevel(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    return [...document.querySelectorAll<HTMLTableRowElement>('main tr')].flatMap((row) => {
      const [first, ...others] = [...row.cells].flatMap((cell) => lineOf(cell) ?? [])
      return others
        .filter(({ height }) => height === first!.height)
        .filter(({ middle }) => Math.abs(middle - first!.middle) >= 1 && Math.abs(middle - first!.middle) < 6)
        .map(({ text, middle }) => `${text}: ${(middle - first!.middle).toFixed(1)} px from ${first!.text}`)
    })

    /** The single line of a grid cell's text; undefined otherwise. */
    function lineOf(cell: HTMLTableCellElement) {
      if (!cell.checkVisibility() || getComputedStyle(cell).display !== 'table-cell') return undefined
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      const lines: { text: string; middle: number; height: number }[] = []
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const text = node.textContent?.trim() ?? ''
        const range = document.createRange()
        range.selectNodeContents(node)
        if (text !== '')
          for (const { width, top, height } of range.getClientRects())
            if (width > 2) lines.push({ text, middle: top + height / 2, height })
      }
      return lines.length === 1 ? lines[0] : undefined
    }
  })
}

/** Current links distinguished by font weight only. */
function unmarked(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const marks = ['border-color', 'border-width', 'outline-color', 'outline-style', 'background-color'] as const
    const look = (element: Element) => {
      const style = getComputedStyle(element)
      return marks.map((mark) => style.getPropertyValue(mark)).join()
    }
    return [...document.querySelectorAll('main li > a[aria-current]')]
      .filter((current) => {
        const others = [...(current.closest('ul, ol')?.querySelectorAll('li > a:not([aria-current])') ?? [])]
        return current.checkVisibility() && others.some((other) => look(other) === look(current))
      })
      .map((current) => current.textContent ?? '')
  })
}

/** In the page: its headings, its layout shift so far, and whether it has links that may be current. */
async function firstLook(): Promise<{ headings: number; shift: number; hasCurrentLinks: boolean }> {
  let shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += (entry as unknown as { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return {
    headings: document.querySelectorAll('h1').length,
    shift,
    hasCurrentLinks: document.querySelector('main li > a[aria-current]') !== null,
  }
}
