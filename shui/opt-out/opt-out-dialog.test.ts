import { expect, it, onTestFinished, vi } from 'vitest'
import { testTimers } from '#lib/testing-timers.ts'
import { optOutTimeout, requestOptOut } from './opt-out-dialog.tsx'

type Answer = (url: string, init: RequestInit) => Promise<Response>

function setUp(answer: Answer, given: { url?: string; token?: string | null } = {}) {
  const timers = testTimers()
  const fetch = vi.fn(answer)
  const dropped = new AbortController()
  const outcome = requestOptOut({
    url: '/sh/optout',
    token: 'abc',
    origin: 'https://hub.example',
    ...given,
    fetch: fetch as unknown as typeof globalThis.fetch,
    startTimer: timers.startTimer,
    signal: dropped.signal,
  })
  return { timers, fetch, dropped, outcome }
}

it('posts the token as JSON to the same origin', async () => {
  const { fetch, outcome, timers } = setUp(async () => new Response(null, { status: 204 }))
  expect(await outcome).toBe('success')
  const [url, init] = fetch.mock.calls[0] ?? []
  expect(url).toBe('https://hub.example/sh/optout')
  expect(init).toMatchObject({ method: 'POST', credentials: 'same-origin', mode: 'same-origin', body: '{"srt":"abc"}' })
  expect(timers.pending()).toBe(0)
})
it.each([200, 201, 204, 299])('%d is success', async (status) =>
  expect(await setUp(async () => ({ status }) as Response).outcome).toBe('success'),
)
it.each([0, 199, 300, 302, 400, 403, 404, 500, 503])('%d is failure', async (status) =>
  expect(await setUp(async () => ({ status }) as Response).outcome).toBe('failed'),
)
it('a network that is gone is failure', async () =>
  expect(await setUp(() => Promise.reject(new TypeError('Failed to fetch'))).outcome).toBe('failed'))
it('an address that is none is failure, also where the browser has no URL.canParse', async () => {
  vi.spyOn(URL, 'canParse').mockImplementation(() => {
    throw new TypeError('URL.canParse is not a function')
  })
  onTestFinished(() => void vi.restoreAllMocks())
  expect(await setUp(async () => new Response(), { url: 'http://[' }).outcome).toBe('failed')
  expect(await setUp(async () => new Response()).outcome).toBe('success')
})
it('the body is never read', async () => {
  const answer = new Response('{"anything": true}')
  await setUp(async () => answer).outcome
  expect(answer.bodyUsed).toBe(false)
})
it('5000 ms for the whole exchange, then it is aborted', async () => {
  expect(optOutTimeout).toBe(5000)
  const { timers, fetch, outcome } = setUp(() => new Promise(() => {}))
  const settled = vi.fn()
  void outcome.then(settled)
  timers.pass(4999)
  await Promise.resolve()
  expect(settled).not.toHaveBeenCalled()
  timers.pass(1)
  expect(await outcome).toBe('failed')
  expect(fetch.mock.calls[0]?.[1].signal?.aborted).toBe(true)
})
it.each([{ token: null }, { token: '' }, { url: 'https://evil.example/' }, { url: '//evil.example/x' }])(
  'with %j nothing is sent',
  async (given) => {
    const { fetch, outcome } = setUp(async () => new Response(), given)
    expect(await outcome).toBe('failed')
    expect(fetch).not.toHaveBeenCalled()
  },
)
it('closing aborts the request', () => {
  const { dropped, fetch } = setUp(() => new Promise(() => {}))
  dropped.abort()
  expect(fetch.mock.calls[0]?.[1].signal?.aborted).toBe(true)
})
