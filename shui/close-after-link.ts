/**
 * Calls `close` after a link inside `container` was followed: in a page that stays, what is open must not stay open. Not after links in
 * what has `data-opens-here`: that opens in its place, and would be hidden with it.
 */
export function closeAfterLink(container: HTMLElement, close: () => void): () => void {
  const listen = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link !== null && link.closest('[data-opens-here]') === null) close()
  }
  container.addEventListener('click', listen)
  return () => container.removeEventListener('click', listen)
}
