import { focusOrHeading, pressed } from '../focus.ts'

/**
 * Opens a native modal dialog with focus on `first` and reports close requests. The returned function closes it and
 * restores focus to the previous element or the pressed control.
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
  // Browsers may close a dialog after a second Escape. The event is asynchronous and may concern an earlier opening.
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

/** The focused element, or the pressed control in browsers that do not focus it. */
function focusedOrPressed(): Element | null {
  const focused = document.activeElement
  const control = pressed instanceof Element ? pressed.closest('a, button, input, summary') : null
  return control !== null && focused?.contains(control) ? control : focused
}
