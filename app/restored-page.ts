import { readCookie } from '#lib/cookie.ts'

/** Cookie that names the page's reader, member and seller; readable by scripts, and no credential. */
export const readerCookie = 'hub-reader'

/**
 * Reloads a page restored from the back/forward cache if it was for another reader or seller. `Clear-Site-Data` does
 * not clear that cache, and `no-store` would disable it.
 */
export function watchRestoredPage(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || isForReader()) return
    document.documentElement.hidden = true
    location.reload()
  })
}

function isForReader(): boolean {
  try {
    return (readCookie(document.cookie, readerCookie) ?? '') === (document.documentElement.dataset.reader ?? '')
  } catch {
    // A browser without cookies has no session either.
    return true
  }
}
