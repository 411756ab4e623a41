/** Fired on `window` when a form was sent and no answer came. */
export const lostEvent = 'hub-answer-lost'

/** "Nothing to show", as the router's own format says it (turbo-stream): `data`, the text at 1, is undefined, which is -7. */
const nothing = [{ _1: -7 }, 'data']

/**
 * Where the connection breaks while a form is sent, or whoever is before the hub says that it is away (502 of a proxy, a hub
 * that is starting), or the hub that its database is, the router would put its error page in the place of the page, and
 * what was typed would be gone with it. This answers in its place, with nothing, so that the page stays as it is; whoever
 * listens says why. 503, so that the router does not read the page again over the same connection.
 */
export function keepPageWithoutAnswer(scope: Pick<typeof globalThis, 'fetch' | 'dispatchEvent'> = globalThis): void {
  const send = scope.fetch.bind(globalThis)
  scope.fetch = async (input, init) => {
    if (!(init?.method === 'POST' && input instanceof URL && input.pathname.endsWith('.data'))) return send(input, init)
    try {
      const answer = await send(input, init)
      if (answer.status !== 503 && answer.headers.has('X-Remix-Response')) return answer
    } catch (error) {
      // Called off by the reader.
      if (init.signal?.aborted) throw error
    }
    scope.dispatchEvent(new Event(lostEvent))
    return Response.json(nothing, { status: 503, headers: { 'X-Remix-Response': 'yes' } })
  }
}
