/** Where to go on: a path of this hub, else null. Whatever a browser would read as another site is refused. */
export function safeNext(next: string | null | undefined): string | null {
  if (!next?.startsWith('/') || !URL.canParse(next, base)) return null
  const url = new URL(next, base)
  // `/.//elsewhere` has our origin, but as a Location of its own it would not.
  return url.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : null
}

const base = 'http://hub.invalid'
