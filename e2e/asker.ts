import { expect } from 'vitest'
import { createSignInLink } from '#features/shop/accounts/sign-in-links.server.ts'
import { paths } from '#web/paths.ts'
import type { TestHub } from './testing.ts'

/**
 * A member who asks the hub over HTTP without a browser, for what is read in an answer and not drawn: a tenth of a page's
 * cost.
 */
export interface Asker {
  /** The cookie of their session, as a header has it. */
  cookie: string
  /** Asks for an address of the hub; redirects are not followed. */
  get: (path: string) => Promise<Response>
  /** The text of a page or file, which must be there; redirects are followed. */
  read: (path: string) => Promise<string>
  /** Sends a form with the token of their session, from the hub's own origin; redirects are not followed. */
  post: (path: string, fields?: Record<string, string>) => Promise<Response>
}

/** The cookie of a new session of a demo member, who signs in by a one-time link. */
export async function cookieOf({ hub }: Pick<TestHub, 'hub'>, email: string): Promise<string> {
  const answer = await fetch(await createSignInLink(hub, email), { redirect: 'manual' })
  expect(answer.status).toBe(302)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** A demo member who asks in a session of their own. */
export async function asker(test: TestHub, email: string): Promise<Asker> {
  const cookie = await cookieOf(test, email)
  const get = (path: string) => fetch(test.url + path, { headers: { cookie }, redirect: 'manual' })
  const read = async (path: string) => {
    const answer = await fetch(test.url + path, { headers: { cookie } })
    expect(answer.status, path).toBe(200)
    return answer.text()
  }
  let srt: string | undefined
  const post = async (path: string, fields: Record<string, string> = {}) => {
    // The same in each form of a session.
    srt ??= /name="srt" value="([^"]+)"/.exec(await read(paths.preferences))![1]!
    const headers = { cookie, origin: test.url }
    const body = new URLSearchParams({ srt, ...fields })
    return fetch(test.url + path, { method: 'POST', headers, body, redirect: 'manual' })
  }
  return { cookie, get, read, post }
}

/** Where the links of a page lead, as its HTML has them. */
export function linksIn(html: string): string[] {
  return Array.from(html.matchAll(/<a [^>]*?href="([^"]*)"/g), ([, href]) => href!.replaceAll('&amp;', '&'))
}
