import { splitWords } from '#lib/split-words.ts'

export interface SelectionSteps {
  /** The list's heading with the number of rows. */
  heading: string
  steps: readonly SelectionStep[]
}

export interface SelectionStep {
  text: string
  /** The list's shortcut for it. */
  keys: string | null
  take: () => void
}

/**
 * Reads the steps that the page's list offers for its selection: its toolbar buttons, pressed from the menu with all
 * their confirmations. Read from the DOM, so that lists need not know the menu. Null without a selection.
 */
export function readSelectionSteps(page: ParentNode): SelectionSteps | null {
  const bar = page.querySelector('[data-selected]')
  if (!bar) return null
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
