import { UNSAFE_SingleFetchRedirectSymbol as redirect, UNSAFE_decodeViaTurboStream as decode } from 'react-router'

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
