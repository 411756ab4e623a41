import { readCookie } from '#lib/cookie.ts'

/** Names whom pages are for, member and seller; scripts may read it, and it opens nothing. */
export const readerCookie = 'hub-reader'

/**
 * Loads a page anew that the browser kept as it stood, where it was for somebody else: nobody is signed in any more, or
 * the session works for another seller. `Clear-Site-Data` does not reach these pages, and `no-store` would keep none at all.
 */
export function watchKeptPage(): void {
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
