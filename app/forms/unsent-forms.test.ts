import { beforeEach, expect, it, vi } from 'vitest'
import { pageDataHeader } from '#web/router/page-state.ts'
import { refusalHeader, refusals, type Refusal } from '#web/refusals.ts'
import type { UnsentDetail } from './unsent-event.ts'
import { watchSentForms } from './unsent-forms.ts'

beforeEach(() => void vi.stubGlobal('document', { documentElement: { dataset: {} } }))

const form = 'https://hub.example/sh/ord/ship'
const own = { 'X-Request-Id': '1' }
const posted = (srt = 'session.reader') => ({ method: 'POST', body: new URLSearchParams({ srt, text: 'It left' }) })

/** Posts a form answered by `answer`: the status its sender gets, and the reason reported; null for none. */
async function sent(
  answer: (body: URLSearchParams) => Promise<Response>,
  input = form,
  init: RequestInit = posted(),
): Promise<[number, UnsentDetail['reason'] | null]> {
  let told: UnsentDetail['reason'] | null = null
  const dispatchEvent = (event: Event) => {
    told = (event as CustomEvent<UnsentDetail>).detail.reason
    return true
  }
  const fetch = (_: unknown, { body }: RequestInit = {}) => answer(body as URLSearchParams)
  const scope = { fetch: fetch as typeof globalThis.fetch, dispatchEvent }
  watchSentForms(scope)
  // The router sends a page's form so.
  const headers = input === form ? { [pageDataHeader]: 'ship' } : undefined
  const { status } = await scope.fetch(input, { ...init, headers })
  return [status, told]
}

const answers =
  (status: number, headers: HeadersInit = {}, body = '') =>
  async () =>
    new Response(body, { status, headers })
const breaks = async (): Promise<Response> => {
  throw new TypeError('Failed to fetch')
}
const refuses = (error: Refusal, more = {}) =>
  new Response('', {
    status: refusals[error],
    headers: { ...own, [refusalHeader]: JSON.stringify({ error, ...more }) },
  })
const toldOf = async (answer: () => Promise<Response>) => (await sent(answer))[1]

it('a form without an answer of the hub leaves the page unchanged: a proxy error, a starting hub, no connection', async () => {
  for (const answer of [breaks, answers(502), answers(503), answers(504), answers(503, own)])
    expect(await toldOf(answer)).toBe('lost')
})

it('a form answered by a network, sign-on proxy or firewall leaves the page unchanged', async () => {
  const page = { 'Content-Type': 'text/html' }
  for (const status of [200, 203, 401, 403, 404, 407, 429, 500, 511, 520])
    expect([status, await toldOf(answers(status, page, '<h1>Sign in to the Wi-Fi</h1>'))]).toEqual([status, 'lost'])
})

it('a form too large for the hub or a proxy leaves the page unchanged and is reported as such', async () => {
  for (const answer of [answers(413), answers(413, own)]) expect(await toldOf(answer)).toBe('tooLarge')
})

it('a form refused for its sender leaves the page unchanged and is reported as such', async () => {
  for (const [refusal, reason] of [
    ['signed-out', 'signedOut'],
    ['forbidden', 'forbidden'],
    ['origin', 'origin'],
    ['too-many', 'tooMany'],
  ] as const)
    expect(await toldOf(async () => refuses(refusal))).toBe(reason)
  expect(await toldOf(async () => refuses('token', { srt: 'session.another' }))).toBe('otherReader')
})

it('the hub’s own answers are shown by the router, as is everything that is not a form', async () => {
  for (const status of [200, 202, 400, 401, 403, 404, 409, 422, 429, 500])
    expect(await sent(answers(status, own))).toEqual([status, null])
  expect(await sent(answers(502), form, {})).toEqual([502, null])
  expect(await sent(answers(502), 'https://hub.example/sh/lst/edit')).toEqual([502, null])
  await expect(sent(breaks, form, { ...posted(), signal: AbortSignal.abort() })).rejects.toThrow('Failed to fetch')
})

it('a post with the token of an earlier session of the same member is sent again with the new one, as are later ones', async () => {
  const tokens: (string | null)[] = []
  const hub = async (body: URLSearchParams) => {
    tokens.push(body.get('srt'))
    return body.get('srt') === 'new.same' ? new Response('', { headers: own }) : refuses('token', { srt: 'new.same' })
  }
  expect(await sent(hub, form, posted('old.same'))).toEqual([200, null])
  expect(await sent(hub, 'https://hub.example/sh/lst/edit', posted('old.same'))).toEqual([200, null])
  expect(tokens).toEqual(['old.same', 'new.same', 'new.same'])
  // Not for another reader, and no endless retries without cookies.
  expect(await sent(hub, form, posted('old.other'))).toEqual([403, 'otherReader'])
  const without = async () => refuses('token', { srt: `${tokens.push(null)}.same` })
  expect(await sent(without, form, posted('old.same'))).toEqual([403, 'token'])
})
