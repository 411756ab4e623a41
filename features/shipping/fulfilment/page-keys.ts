/** Whether a key press belongs to something else: a text field, a browser menu or another shortcut. */
export function isTyping({ target, altKey, ctrlKey, metaKey, defaultPrevented }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || defaultPrevented) return true
  return target instanceof Element && target.closest('input, select, textarea, [contenteditable], dialog') !== null
}
