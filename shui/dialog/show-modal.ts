import { focusOrHeading } from '../focus.ts'

/**
 * Opens a native modal with focus on `first`, and tells when the reader wants it closed; the returned function closes it
 * and gives focus back to where it was.
 */
export function showModal(dialog: HTMLDialogElement, first: HTMLElement | null, onClose: () => void): () => void {
  const before = document.activeElement
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
