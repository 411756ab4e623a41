import { UNSAFE_SingleFetchRedirectSymbol as redirect, UNSAFE_decodeViaTurboStream as decode } from 'react-router'

interface Read {
  /** What the loader found; undefined where no answer came, or another one. */
  data?: unknown
  /** Where the loader leads instead: to signing in. */
  leadsTo?: string | undefined
}

/**
 * What the loader of a route finds now for an address, read as the router would. Not by a fetcher: whose failure the router
 * shows in the place of the page. Never rejects.
 *
 * @param route the router's name of the route (`useMatches`), whose data alone is wanted
 */
export async function readPage(address: string, route: string, signal?: AbortSignal): Promise<Read> {
  try {
    const url = new URL(address, window.location.origin)
    url.pathname += '.data'
    url.searchParams.set('_routes', route)
    const { body } = await fetch(url, signal ? { signal } : {})
    if (!body) return {}
    const { value, done } = await decode(body, window)
    await done
    const answer = value as Record<string, { data?: unknown }> & { [redirect]?: { redirect: string } }
    return { data: answer[route]?.data, leadsTo: answer[redirect]?.redirect }
  } catch {
    return {}
  }
}
