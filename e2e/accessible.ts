import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type Axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { pseudoLocale } from '#texts/texts.ts'

/** What axe is asked of a page. */
interface Audit {
  /** Rules that cannot hold of the page. */
  without?: string[]
  /** Parts of the page that are not looked at. */
  exceptParts?: string
  /** The frame around the page, too, and what lies over it: both are looked at by the walk over all pages and by `e2e/frame`. */
  withFrame?: boolean
  /** For the same page in another theme, of which nothing but its colours differs, or at another width, too. */
  only?: keyof typeof rulesOf
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const colourRules = ['color-contrast', 'link-in-text-block']
/** The rules that style sheets alone can break: what stands in the page is the same at each width and in each theme. */
const rulesOf = { colours: colourRules, looks: [...colourRules, 'scrollable-region-focusable', 'target-size'] }
/** What is around each page of who is signed in, and the same on all of them. */
const frameParts = ':is(header, nav, aside):not(main *)'
/** The same code makes the later rows of a long table as the first ones. */
export const laterRows = 'tbody tr:nth-child(n + 6)'

/** Fails with each rule and node that axe finds wrong (WCAG 2.2 A and AA, and best practices). */
export async function expectAccessible(
  page: Page,
  { without = [], exceptParts, withFrame, only }: Audit = {},
): Promise<void> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(source)
  const language = await page.locator('html').getAttribute('lang')
  const options: Axe.RunOptions = {
    resultTypes: ['violations'],
    // Style sheets need not be fetched again: no rule that is on reads them.
    preload: false,
    runOnly: only && { type: 'rule', values: rulesOf[only] },
    rules: {
      // WCAG 2.2 AA; axe-core has it off.
      'target-size': { enabled: true },
      // What is seen on a control is said of it (WCAG 2.5.3); axe-core has it as experimental. Each text of the pseudo
      // language stands in brackets, so that none is within another.
      'label-content-name-mismatch': { enabled: language !== pseudoLocale },
      ...Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    },
  }
  const wrong = await page.evaluate(runAxe, {
    options,
    exclude: [exceptParts ?? [], withFrame ? [] : frameParts].flat(),
    hidden: laterRows,
  })
  expect(wrong).toEqual([])
}

/** In the page: each broken rule with the nodes that break it. */
async function runAxe(audit: { options: Axe.RunOptions; exclude: string[]; hidden: string }): Promise<string[]> {
  const axe = Reflect.get(globalThis, 'axe') as typeof Axe
  // Nothing is on its way from one colour to another when axe looks.
  const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
  await Promise.allSettled(transitions.map(({ finished }) => finished))
  // What is out of sight is not measured, which takes most of the time.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`${audit.hidden} { display: none }`)
  document.adoptedStyleSheets = [sheet]
  // What sticks to the lower edge lies over rows that can be scrolled from under it. `e2e/by-keyboard` holds that focus stays clear.
  const stuck = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    (element) => getComputedStyle(element).position === 'sticky' && getComputedStyle(element).bottom !== 'auto',
  )
  for (const { style } of stuck) Object.assign(style, { position: 'relative', inset: 'auto' })
  const coloured = oneOfEachColour()
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

  /**
   * What axe goes through to know what lies over what, which is half of its time: without elements that are not displayed,
   * which lie nowhere, and without the strokes of drawings, which lie where the drawing does.
   */
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

  /**
   * The elements whose contrast axe measures, which takes it a thousand times as long as all else of an element: of those
   * whose text and all that lies behind it are drawn alike, the first.
   */
  function oneOfEachColour(): Element[] {
    const grounds = new Map<Element, string>()
    /** What an element and those around it paint behind a text. */
    const groundOf = (element: Element): string => {
      const known = grounds.get(element)
      if (known !== undefined) return known
      const { backgroundColor, backgroundImage, opacity, filter, position } = getComputedStyle(element)
      const own = [backgroundColor, backgroundImage, opacity, filter, position].join()
      const plain = 'rgba(0, 0, 0, 0),none,1,none,static'
      const behind = element.parentElement ? groundOf(element.parentElement) : ''
      const ground = own === plain ? behind : `${behind}|${own}`
      grounds.set(element, ground)
      return ground
    }
    const drawn = new Map<string, Element>()
    for (const element of document.body.querySelectorAll('*')) {
      if (!element.checkVisibility() || !saysSomething(element)) continue
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
      const disabled = element.closest(':disabled, [aria-disabled="true"]') !== null
      const look = [color, fontSize, fontWeight, textShadow, disabled, groundOf(element)].join()
      if (!drawn.has(look)) drawn.set(look, element)
    }
    return [...drawn.values()]
  }

  /** Whether an element has a text of its own, or shows what is typed in it or would be. */
  function saysSomething(element: Element): boolean {
    return (
      element.matches('input, select, textarea') ||
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    )
  }
}
