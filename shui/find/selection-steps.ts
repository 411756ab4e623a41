import { wordsIn } from '#lib/words-in.ts'

/** What can be done with the rows that are selected on the page. */
export interface SelectionSteps {
  /** How many there are, as the list says it. */
  heading: string
  steps: readonly SelectionStep[]
}

export interface SelectionStep {
  text: string
  /** The key that does it in the list. */
  keys: string | null
  take: () => void
}

/**
 * What the list on the page offers for its selection: the buttons of its bar, pressed from the menu as by hand, with all that
 * they ask and refuse. The menu is loaded when it is first opened, and a list need not know of it. Null where nothing is selected.
 */
export function readSelectionSteps(page: ParentNode): SelectionSteps | null {
  const bar = page.querySelector('[data-selected]')
  if (!bar) return null
  const steps = new Map<string, SelectionStep>()
  for (const button of bar.querySelectorAll<HTMLButtonElement>('button[formaction]:not(:disabled)')) {
    const text = button.textContent
    // A narrow window has the same ones behind "More".
    if (!steps.has(text))
      steps.set(text, { text, keys: button.getAttribute('aria-keyshortcuts'), take: () => button.click() })
  }
  if (steps.size === 0) return null
  return { heading: bar.querySelector('[role="status"]')?.textContent ?? '', steps: [...steps.values()] }
}

/** Those whose words begin with all that was typed; all of them where nothing was. */
export function matchSteps(found: SelectionSteps | null, typed: string): readonly SelectionStep[] {
  const asked = wordsIn(typed)
  // What is no word, such as `#`, asks for something else.
  if (asked.length === 0 && typed.trim() !== '') return []
  return (found?.steps ?? []).filter(({ text }) =>
    asked.every((word) => wordsIn(text).some((own) => own.startsWith(word))),
  )
}
