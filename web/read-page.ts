import { readData } from './router/page-answer.ts'

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
export async function readPage(address: string, route: string, signal: AbortSignal | null = null): Promise<Read> {
  try {
    const { loaderData, redirect, errors } = await readData(address, route, signal)
    return errors ? {} : { data: loaderData[route], leadsTo: redirect?.to }
  } catch {
    return {}
  }
}
