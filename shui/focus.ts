/** The last pressed element: dialogs restore focus there in browsers that do not focus it (Safari, with a mouse). */
export let pressed: EventTarget | null = null
// Undefined on the server.
globalThis.addEventListener?.('click', (event) => void (pressed = event.target), true)

/**
 * Focuses `element`, or the page's h1 if it is gone, without scrolling, like a closing native dialog: the user may be
 * looking elsewhere.
 */
export function focusOrHeading(element: Element | null | undefined): void {
  if (element instanceof HTMLElement) {
    element.focus({ preventScroll: true })
    if (document.activeElement === element) return
  }
  focusHeading()
}

/** For the ref cleanup of a removed item: moves its focus to the first control in `place` after the update. */
export function moveFocusOnRemoval(item: Element | null, place: Element | null | undefined): void {
  if (!item?.contains(document.activeElement)) return
  queueMicrotask(() => place?.querySelector<HTMLElement>('a, button, summary')?.focus({ preventScroll: true }))
}

/** Focuses the page's h1. The router handles scrolling. */
export function focusHeading(): void {
  const heading = document.querySelector('h1')
  if (heading === null) return
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** A ref that focuses a newly requested element when it mounts. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
