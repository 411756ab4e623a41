/** Puts focus on `element`, or where that is gone, on the page's h1. */
export function focusOrHeading(element: Element | null | undefined): void {
  if (element instanceof HTMLElement && element.isConnected) {
    element.focus()
    if (document.activeElement === element) return
  }
  focusHeading()
}

/** Puts focus on the page's h1, where the page begins. */
export function focusHeading(options?: FocusOptions): void {
  const heading = document.querySelector('h1')
  if (heading === null) return
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus(options)
}

/** A ref for what the reader has just asked for: it takes the focus as soon as it is there. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
