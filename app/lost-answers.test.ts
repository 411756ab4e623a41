import { expect, it } from 'vitest'
import { keepPageWithoutAnswer } from './lost-answers.ts'

const form = new URL('https://hub.example/sh/ord/ship.data')
const own = { 'X-Remix-Response': 'yes' }

/** What becomes of `answer` to a request: the status that the router gets, and what is told of it; null: nothing. */
async function sent(answer: () => Promise<Response>, input: URL, init: RequestInit): Promise<[number, unknown]> {
  let told: unknown = null
  const dispatchEvent = (event: Event) => {
    told = event instanceof CustomEvent && event.detail
    return true
  }
  const scope = { fetch: answer as typeof fetch, dispatchEvent }
  keepPageWithoutAnswer(scope)
  const { status } = await scope.fetch(input, init)
  return [status, told]
}

const answers =
  (status: number, headers: HeadersInit = {}) =>
  async () =>
    new Response('', { status, headers })
const breaks = async (): Promise<Response> => {
  throw new TypeError('Failed to fetch')
}
const post = { method: 'POST' }
/** What is told of a form that is answered so. */
const toldOf = async (answer: () => Promise<Response>) => (await sent(answer, form, post))[1]

it('a form that the hub did not answer, or had no database for, leaves the page as it is: of a proxy, of a hub that starts, of nobody', async () => {
  for (const answer of [breaks, answers(502), answers(503), answers(504), answers(503, own)])
    expect(await toldOf(answer)).toBe('lost')
})

it('a form that is too large for the hub, or for a proxy before it, leaves the page as it is and is told as such', async () => {
  for (const answer of [answers(413), answers(413, own)]) expect(await toldOf(answer)).toBe('tooLarge')
})

it('what the hub did answer is the router’s to show, and so is whatever is no form', async () => {
  for (const status of [200, 202, 400, 403, 404, 409, 422, 500])
    expect(await sent(answers(status, own), form, post)).toEqual([status, null])
  expect(await sent(answers(502), form, {})).toEqual([502, null])
  expect(await sent(answers(502), new URL('https://hub.example/sh/lst/edit'), post)).toEqual([502, null])
  await expect(sent(breaks, form, { ...post, signal: AbortSignal.abort() })).rejects.toThrow('Failed to fetch')
})
