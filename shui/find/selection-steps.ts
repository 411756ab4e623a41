import { splitWords } from '#lib/split-words.ts'

export interface SelectionSteps {
  /** The number of selected rows, or the page's title. */
  heading: string
  steps: readonly SelectionStep[]
}

export interface SelectionStep {
  text: string
  /** Its shortcut. */
  keys: string | null
  take: () => void
}

/**
 * Reads the steps that the page's list offers for its selection, else those of the page itself. Read from the DOM, so
 * that pages need not know the menu. Null if there are none.
 */
export function readSteps(page: ParentNode): SelectionSteps | null {
  const bar = page.querySelector('[data-selected]')
  return bar ? stepsOfSelection(bar) : stepsOfPage(page)
}

const stepLinks = 'h1 ~ div a[href], section > div > :is(h2, h3) ~ div a[href], a[data-actions]'

/**
 * Links of the title row and of the sections' heads, on a page of one thing, which leads back to its list. No buttons:
 * one that posts must not be pressed by chance.
 */
function stepsOfPage(page: ParentNode): SelectionSteps | null {
  // The way back stands before the heading.
  if (!page.querySelector('div + h1')) return null
  const steps = [...page.querySelectorAll<HTMLElement>(stepLinks)].flatMap((link) => {
    const isShown = link.closest('[popover]') === null && link.closest('form') === null
    return isShown ? [{ text: link.textContent, keys: null, take: () => link.click() }] : []
  })
  return steps.length === 0 ? null : { heading: page.querySelector('h1')?.textContent ?? '', steps }
}

/** Buttons of the toolbar, pressed from the menu with all their confirmations. */
function stepsOfSelection(bar: Element): SelectionSteps | null {
  const steps = new Map<string, SelectionStep>()
  for (const button of bar.querySelectorAll<HTMLButtonElement>('button[formaction]:not(:disabled)')) {
    const text = button.textContent
    // Narrow windows repeat them behind "More".
    if (!steps.has(text))
      steps.set(text, { text, keys: button.getAttribute('aria-keyshortcuts'), take: () => button.click() })
  }
  if (steps.size === 0) return null
  return { heading: bar.querySelector('[role="status"]')?.textContent ?? '', steps: [...steps.values()] }
}

/** Steps matching all typed words by prefix; all steps if nothing was typed. */
export function matchSteps(found: SelectionSteps | null, typed: string): readonly SelectionStep[] {
  const queryWords = splitWords(typed)
  // Input without words, such as `#`, means something else.
  if (queryWords.length === 0 && typed.trim() !== '') return []
  return (found?.steps ?? []).filter(({ text }) =>
    queryWords.every((word) => splitWords(text).some((own) => own.startsWith(word))),
  )
}
