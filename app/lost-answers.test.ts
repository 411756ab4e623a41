import { expect, it } from 'vitest'
import { keepPageWithoutAnswer } from './lost-answers.ts'

const form = new URL('https://hub.example/sh/ord/ship.data')
const own = { 'X-Remix-Response': 'yes' }

/** What becomes of `answer` to a request: the status that the router gets, and whether somebody is told that none came. */
async function sent(answer: () => Promise<Response>, input: URL, init: RequestInit): Promise<[number, boolean]> {
  let told = false
  const scope = { fetch: answer as typeof fetch, dispatchEvent: () => (told = true) }
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

it('a form that the hub did not answer, or had no database for, leaves the page as it is: of a proxy, of a hub that starts, of nobody', async () => {
  for (const answer of [breaks, answers(502), answers(503), answers(504), answers(413), answers(503, own)])
    expect(await sent(answer, form, post)).toEqual([503, true])
})

it('what the hub did answer is the router’s to show, and so is whatever is no form', async () => {
  for (const status of [200, 202, 400, 403, 404, 409, 422, 500])
    expect(await sent(answers(status, own), form, post)).toEqual([status, false])
  expect(await sent(answers(502), form, {})).toEqual([502, false])
  expect(await sent(answers(502), new URL('https://hub.example/sh/lst/edit'), post)).toEqual([502, false])
  await expect(sent(breaks, form, { ...post, signal: AbortSignal.abort() })).rejects.toThrow('Failed to fetch')
})
