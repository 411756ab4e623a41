import { pageDataHeader } from './page-data.ts'

interface Read {
  /** Loader data; undefined if there was no or another response. */
  data?: unknown
  /** Redirect target, such as sign-in. */
  leadsTo?: string | undefined
}

/**
 * Reads the current data of a route through its URL. Not a fetcher, whose errors the router shows in place of the page.
 * Never rejects.
 * @param route the router's id of the route (`useMatches`)
 */
export function readPage(address: string, route: string, signal: AbortSignal | null = null): Promise<Read> {
  // Not cached: the browser would show the data in place of the page on the way back.
  return fetch(address, { headers: { [pageDataHeader]: route }, cache: 'no-store', signal })
    .then(async (answer) =>
      answer.redirected ? { leadsTo: answer.url } : answer.ok ? { data: (await answer.json()) as unknown } : {},
    )
    .catch(() => ({}))
}
