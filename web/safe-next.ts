/**
 * Validates a redirect target: a path of this hub, else null. Rejects anything a browser could resolve to another site.
 */
export function safeNext(next: string | null | undefined): string | null {
  if (!next?.startsWith('/') || !URL.canParse(next, base)) return null
  const url = new URL(next, base)
  // `/.//elsewhere` resolves to our origin, but its path alone as a Location would not.
  return url.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : null
}

const base = 'http://hub.invalid'
