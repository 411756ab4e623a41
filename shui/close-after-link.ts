/**
 * Calls `close` after a link inside `container` was followed, since client-side navigation keeps the page. Ignores
 * links inside `data-opens-here`, which open in place.
 */
export function closeAfterLink(container: HTMLElement, close: () => void): () => void {
  const listen = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link !== null && link.closest('[data-opens-here]') === null) close()
  }
  container.addEventListener('click', listen)
  return () => container.removeEventListener('click', listen)
}
