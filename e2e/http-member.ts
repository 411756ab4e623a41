import { expect } from 'vitest'
import { createSignInLink } from '#features/people/accounts/sign-in-links.server.ts'
import { paths } from '#web/paths.ts'
import type { TestHub } from './testing.ts'

/** A member's HTTP client without a browser, for tests of response contents: a tenth of a page's cost. */
export interface HttpMember {
  /** Session cookie as a header value. */
  cookie: string
  /** Requests a path without following redirects. */
  get: (path: string) => Promise<Response>
  /** Text of a page or file that must exist; follows redirects. */
  read: (path: string) => Promise<string>
  /** Submits a form with the session's token and same origin, without following redirects. */
  post: (path: string, fields?: Record<string, string>) => Promise<Response>
}

/** Session cookie of a demo member, signed in by a one-time link. */
export async function cookieOf({ hub }: Pick<TestHub, 'hub'>, email: string): Promise<string> {
  const answer = await fetch(await createSignInLink(hub, email), { redirect: 'manual' })
  expect(answer.status).toBe(302)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** Signs a demo member in and returns a client. */
export async function httpMember(test: TestHub, email: string): Promise<HttpMember> {
  const cookie = await cookieOf(test, email)
  const get = (path: string) => fetch(test.url + path, { headers: { cookie }, redirect: 'manual' })
  const read = async (path: string) => {
    const answer = await fetch(test.url + path, { headers: { cookie } })
    expect(answer.status, path).toBe(200)
    return answer.text()
  }
  let srt: string | undefined
  const post = async (path: string, fields: Record<string, string> = {}) => {
    // The same in all forms of a session.
    srt ??= /name="srt" value="([^"]+)"/.exec(await read(paths.preferences))![1]!
    const headers = { cookie, origin: test.url }
    const body = new URLSearchParams({ srt, ...fields })
    return fetch(test.url + path, { method: 'POST', headers, body, redirect: 'manual' })
  }
  return { cookie, get, read, post }
}

/** Link targets in a page's HTML. */
export function linksIn(html: string): string[] {
  return Array.from(html.matchAll(/<a [^>]*?href="([^"]*)"/g), ([, href]) => href!.replaceAll('&amp;', '&'))
}
