/** What was pressed last: a dialog gives focus back there also where the browser did not put it there (Safari, with a mouse). */
export let pressed: EventTarget | null = null
// There is none on the server.
globalThis.addEventListener?.('click', (event) => void (pressed = event.target), true)

/**
 * Gives focus back to `element`, or where that is gone, to the page's h1. The page stays where it is scrolled to, as where a
 * browser closes a dialog by itself: who pressed a button with a mouse looks at something else, and not every browser
 * puts focus on what is pressed.
 */
export function focusOrHeading(element: Element | null | undefined): void {
  if (element instanceof HTMLElement) {
    element.focus({ preventScroll: true })
    if (document.activeElement === element) return
  }
  focusHeading()
}

/**
 * What an item does as it goes away (the cleanup of its ref): where it has the focus, that goes on to the first control in
 * `place`, once the page is as it will be.
 */
export function passFocus(item: Element | null, place: Element | null | undefined): void {
  if (!item?.contains(document.activeElement)) return
  queueMicrotask(() => place?.querySelector<HTMLElement>('a, button, summary')?.focus({ preventScroll: true }))
}

/** Puts focus on the page's h1, where the page begins. Where the page is scrolled to is the router's. */
export function focusHeading(): void {
  const heading = document.querySelector('h1')
  if (heading === null) return
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** A ref for what the reader has just asked for: it takes the focus as soon as it is there. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
