/** Fired on `window` when a form was sent and no answer came; its detail says why. */
export const lostEvent = 'lost'

/** Why what was sent is not done; `error.*` of the texts has words for it. */
export type LostDetail = 'lost' | 'tooLarge'

declare global {
  interface WindowEventMap {
    [lostEvent]: CustomEvent<LostDetail>
  }
}

/**
 * Where the connection breaks while a form is sent, or whoever is before the hub says that it is away (502 of a proxy, a hub
 * that is starting), or the hub that its database is, or either that the form is too large, the router would put its error
 * page in the place of the page, and what was typed would be gone with it. This tells the shell, which says why and calls
 * the sending off, so that the page stays as it is.
 */
export function keepPageWithoutAnswer(scope: Pick<typeof globalThis, 'fetch' | 'dispatchEvent'> = globalThis): void {
  const send = scope.fetch.bind(globalThis)
  scope.fetch = async (input, init) => {
    if (!(init?.method === 'POST' && input instanceof URL && input.pathname.endsWith('.data'))) return send(input, init)
    const answer = await send(input, init).catch((error: unknown) => {
      // Called off by the reader.
      if (init.signal?.aborted) throw error
      return Response.error()
    })
    const { status } = answer
    if ([413, 503].includes(status) || !answer.headers.has('X-Remix-Response'))
      scope.dispatchEvent(new CustomEvent(lostEvent, { detail: status === 413 ? 'tooLarge' : 'lost' }))
    return answer
  }
}
