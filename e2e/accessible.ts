import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type Axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { pseudoLocale } from '#texts/texts.ts'
import { isChromium } from './launch-browser.ts'

/** Options of an axe audit. */
interface Audit {
  /** Rules that do not apply to the page. */
  without?: string[]
  /** Selector of parts to skip. */
  exceptParts?: string
  /** Includes the frame and overlays, which are otherwise covered by the page walk and `e2e/frame`. */
  withFrame?: boolean
  /** Limits the rules when the same page was audited in another theme or at another width. */
  only?: keyof typeof rulesOf
  /** Leaves sticky bars where they lie over the page, as in a window that was not scrolled. */
  asSeen?: boolean
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const colourRules = ['color-contrast', 'link-in-text-block']
/** Rules that depend on style sheets only; the rest is the same at each width and theme. */
const rulesOf = {
  colours: colourRules,
  looks: [...colourRules, 'scrollable-region-focusable', 'target-size'],
  targets: ['target-size'],
}
/** The frame of signed-in pages, the same on all of them. */
export const frameParts = ':is(header, nav, aside):not(main *)'
/**
 * Looks that had enough contrast in the run of this worker: colours, size, weight and all that is painted behind, in light
 * or dark. A look is the same wherever it is drawn.
 */
const passedLooks = new Set<string>()
/** Later rows of a long table, rendered by the same code as the first. */
export const laterRows = 'tbody tr:nth-child(n + 6)'

/** Fails with each axe violation (WCAG 2.2 A and AA, and best practices). */
export async function expectAccessible(
  page: Page,
  { without = [], exceptParts, withFrame, only, asSeen = false }: Audit = {},
): Promise<void> {
  if (!isChromium) return
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(source)
  const language = await page.locator('html').getAttribute('lang')
  const options: Axe.RunOptions = {
    resultTypes: ['violations'],
    // No active rule reads style sheets.
    preload: false,
    runOnly: only && { type: 'rule', values: rulesOf[only] },
    rules: {
      // WCAG 2.2 AA; axe-core has it off.
      'target-size': { enabled: true },
      // Visible labels must be part of accessible names (WCAG 2.5.3); experimental in axe-core. Pseudo-language texts
      // have brackets and never contain each other.
      'label-content-name-mismatch': { enabled: language !== pseudoLocale },
      ...Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    },
  }
  const parts = {
    exclude: [exceptParts ?? [], withFrame ? [] : frameParts].flat(),
    hidden: asSeen ? 'none' : laterRows,
  }
  const looks = await page.evaluate(findLooks, parts)
  const fresh = looks.flatMap((look, index) => (passedLooks.has(look) ? [] : [index]))
  const wrong = await page.evaluate(runAxe, { options, fresh, asSeen, ...parts })
  if (wrong.length === 0 && !without.includes('color-contrast')) for (const look of looks) passedLooks.add(look)
  expect(wrong).toEqual([])
}

/** What of a page is not audited: its parts, and rows that are hidden meanwhile. */
interface Skipped {
  exclude: string[]
  hidden: string
}

/**
 * In the page: prepares the audit, and returns each look of text, a combination of text style and backgrounds. Its first
 * element is kept for `runAxe`.
 */
async function findLooks({ exclude, hidden }: Skipped): Promise<string[]> {
  // What moves comes to rest before the audit, except what turns for ever, and what a closed section holds still.
  const moving = document.getAnimations().filter(({ effect }) => {
    const target = effect instanceof KeyframeEffect ? effect.target : null
    return effect?.getComputedTiming().endTime !== Infinity && target?.checkVisibility() === true
  })
  await Promise.allSettled(moving.map(({ finished }) => finished))
  // Offscreen content is not measured, which takes most of the time.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`${hidden} { display: none }`)
  document.adoptedStyleSheets = [sheet]
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  const grounds = new Map<Element, string>()
  /** The backgrounds painted behind an element's text. */
  const groundOf = (element: Element): string => {
    const known = grounds.get(element)
    if (known !== undefined) return known
    const { backgroundColor, backgroundImage, opacity, filter, position } = getComputedStyle(element)
    const own = [backgroundColor, backgroundImage, opacity, filter, position].join()
    const plain = 'rgba(0, 0, 0, 0),none,1,none,static'
    const behind = element.parentElement ? groundOf(element.parentElement) : String(isDark)
    const ground = own === plain ? behind : `${behind}|${own}`
    grounds.set(element, ground)
    return ground
  }
  const drawn = new Map<string, Element>()
  for (const element of document.body.querySelectorAll('*')) {
    if (!element.checkVisibility() || !saysSomething(element)) continue
    if (exclude.some((part) => element.closest(part))) continue
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
    const disabled = element.closest(':disabled, [aria-disabled="true"]') !== null
    const look = [color, fontSize, fontWeight, textShadow, disabled, groundOf(element)].join()
    if (!drawn.has(look)) drawn.set(look, element)
  }
  Object.assign(globalThis, { axeLooks: [...drawn.values()] })
  return [...drawn.keys()]

  /** Whether an element has text, a value or a placeholder of its own. */
  function saysSomething(element: Element): boolean {
    return (
      element.matches('input, select, textarea') ||
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    )
  }
}

/** In the page: each violated rule with its nodes. Of looks, only the `fresh` ones are measured. */
async function runAxe(audit: {
  options: Axe.RunOptions
  exclude: string[]
  fresh: number[]
  asSeen: boolean
}): Promise<string[]> {
  const axe = Reflect.get(globalThis, 'axe') as typeof Axe
  // Sticky footers cover rows that can be scrolled clear; `e2e/by-keyboard` checks that focus stays visible.
  const stuck = [...document.querySelectorAll<HTMLElement>(audit.asSeen ? 'none' : 'body *')].filter(
    (element) => getComputedStyle(element).position === 'sticky' && getComputedStyle(element).bottom !== 'auto',
  )
  for (const { style } of stuck) Object.assign(style, { position: 'relative', inset: 'auto' })
  const looks = Reflect.get(globalThis, 'axeLooks') as Element[]
  const coloured = audit.fresh.flatMap((index) => looks[index] ?? [])
  for (const element of coloured) element.setAttribute('data-axe-colours', '')
  axe.configure({ rules: [{ id: 'color-contrast', selector: '[data-axe-colours]' }] })
  const walkAll = document.createTreeWalker
  document.createTreeWalker = walkDrawn
  const { violations } = await axe.run({ exclude: audit.exclude }, audit.options)
  document.createTreeWalker = walkAll
  for (const element of coloured) element.removeAttribute('data-axe-colours')
  for (const { style } of stuck) Object.assign(style, { position: '', inset: '' })
  document.adoptedStyleSheets = []
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)

  /** Speeds up axe's stacking analysis, half of its time, by skipping hidden elements and the paths of SVG drawings. */
  function walkDrawn(this: Document, root: Node, show?: number): TreeWalker {
    return walkAll.call(this, root, show, (node) => {
      const isLeftOut = node instanceof SVGElement ? isStroke(node) : !isDisplayed(node as Element)
      return isLeftOut ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT
    })
  }

  function isStroke(element: SVGElement): boolean {
    return element.ownerSVGElement !== null && !element.ownerSVGElement.textContent?.trim()
  }

  function isDisplayed(element: Element): boolean {
    return element.checkVisibility() || getComputedStyle(element).display === 'contents'
  }
}
