/**
 * Copies a text; rejects if the browser refuses. On plain HTTP there is no Clipboard API: there it selects the text in a
 * field beside `near`, since a modal dialog lets nothing outside it be selected.
 */
export async function copyText(text: string, near: HTMLElement): Promise<void> {
  // oxlint-disable-next-line no-restricted-properties -- absent on plain HTTP, as handled below
  const clipboard = (navigator as Partial<Navigator>).clipboard
  if (clipboard) return clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  Object.assign(field.style, { position: 'fixed', inset: '0', opacity: '0' })
  near.after(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  near.focus()
  if (!isCopied) throw new Error('The browser refused to copy')
}
