import { focusOrHeading, pressed } from '../focus.ts'

/**
 * Opens a native modal with focus on `first`, and tells when the reader wants it closed; the returned function closes it
 * and gives focus back to where it was, or should have been: on the control that was pressed.
 */
export function showModal(dialog: HTMLDialogElement, first: HTMLElement | null, onClose: () => void): () => void {
  const before = focusedOrPressed()
  const stop = new AbortController()
  dialog.showModal()
  first?.focus()
  const cancel = (event: Event) => {
    event.preventDefault()
    onClose()
  }
  dialog.addEventListener('cancel', cancel, { signal: stop.signal })
  // A browser may close a dialog without asking, after Escape was pressed twice. The event comes late: it may be about an
  // earlier opening of the same element.
  const closed = () => {
    if (!dialog.open) onClose()
  }
  dialog.addEventListener('close', closed, { signal: stop.signal })
  return () => {
    stop.abort()
    const hadFocus = dialog.contains(document.activeElement) || document.activeElement === document.body
    dialog.close()
    if (hadFocus) focusOrHeading(before === document.body ? null : before)
  }
}

/** What has focus. A browser that does not focus the control that is pressed leaves it on what is around that. */
function focusedOrPressed(): Element | null {
  const focused = document.activeElement
  const control = pressed instanceof Element ? pressed.closest('a, button, input, summary') : null
  return control !== null && focused?.contains(control) ? control : focused
}
