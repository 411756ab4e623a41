/** Calls `close` after a link inside `container` was followed: in a page that stays, what is open must not stay open. */
export function closeAfterLink(container: HTMLElement, close: () => void): () => void {
  const listen = (event: Event) => {
    if (event.target instanceof Element && event.target.closest('a') !== null) close()
  }
  container.addEventListener('click', listen)
  return () => container.removeEventListener('click', listen)
}
