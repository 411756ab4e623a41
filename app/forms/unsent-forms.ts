import { UNSAFE_decodeViaTurboStream as decode } from 'react-router'
import { isForSameReader, newestToken, renewToken } from '#web/newest-token.ts'
import { readRefusal, type RefusalBody } from '#web/refusals.ts'

/** Fired on `window` when a form was not taken, for a reason that its fields cannot mend. */
export const unsentEvent = 'hub:unsent'

/** Why a form was not taken; `unsent.*` and `error.*` of the texts have words for it. */
export type UnsentReason =
  | 'signedOut'
  | 'forbidden'
  | 'otherReader'
  | 'token'
  | 'origin'
  | 'tooLarge'
  | 'tooMany'
  | 'lost'
  | 'offline'

export interface UnsentDetail {
  reason: UnsentReason
  /** The hub's own address, where the form had to come from it. */
  address?: string | undefined
}

declare global {
  interface WindowEventMap {
    [unsentEvent]: CustomEvent<UnsentDetail>
  }
}

type Scope = Pick<typeof globalThis, 'fetch' | 'dispatchEvent'>

/**
 * Watches what pages post. A token of an ended session is renewed where the same member is signed in for the same seller
 * by now, and the post is repeated: it was refused before anything was done.
 *
 * Of a form that the router sends (`.data`), `unsentEvent` tells why it was not taken: the router would replace the page by its
 * error page, and what was typed would be lost. The listener calls the sending off.
 */
export function watchSentForms(scope: Scope = globalThis): void {
  const send = scope.fetch.bind(globalThis)
  scope.fetch = async (input, init) => {
    const body = init?.body
    if (!(body instanceof URLSearchParams || body instanceof FormData) || !body.has('srt')) return send(input, init)
    const isForm = input instanceof URL && input.pathname.endsWith('.data')
    const post = async () => {
      body.set('srt', newestToken(tokenIn(body)))
      const answer = await send(input, init).catch((error: unknown) => {
        // Called off by the reader, or by a script that handles failures itself.
        if (!isForm || init?.signal?.aborted) throw error
        return Response.error()
      })
      return { answer, refusal: await refusalIn(answer) }
    }
    let { answer, refusal } = await post()
    const offered = refusal?.error === 'token' ? refusal.srt : undefined
    if (offered !== undefined && isForSameReader(offered, tokenIn(body))) {
      renewToken(offered)
      ;({ answer, refusal } = await post())
    }
    const reason = isForm ? reasonOf(answer, refusal, tokenIn(body)) : null
    if (reason) scope.dispatchEvent(new CustomEvent(unsentEvent, { detail: { reason, address: refusal?.address } }))
    return answer
  }
}

function tokenIn(body: URLSearchParams | FormData): string {
  const token = body.get('srt')
  return typeof token === 'string' ? token : ''
}

/** Null where the hub took the form, or its page says what is wrong with it. */
function reasonOf({ status, headers }: Response, refusal: RefusalBody | null, srt: string): UnsentReason | null {
  if (status === 413) return 'tooLarge'
  // Of a proxy, of a hub that is starting, or of one whose database is away.
  if (status === 503 || !headers.has('X-Remix-Response')) return 'lost'
  switch (refusal?.error) {
    case 'signed-out':
      return 'signedOut'
    case 'forbidden':
    case 'origin':
      return refusal.error
    case 'token':
      return isForSameReader(refusal.srt ?? '', srt) ? 'token' : 'otherReader'
    case 'too-many':
      return 'tooMany'
    default:
      return null
  }
}

/** The refusal that was thrown, by the guard for example; null for what a page answered itself. */
async function refusalIn(answer: Response): Promise<RefusalBody | null> {
  if (![401, 403, 429].includes(answer.status)) return null
  const { body, headers } = answer.clone()
  if (!body) return null
  try {
    const isJson = headers.get('Content-Type')?.startsWith('application/json')
    const said: unknown = isJson ? await new Response(body).json() : thrownIn((await decode(body, window)).value)
    return readRefusal(said) ? (said as RefusalBody) : null
  } catch {
    return null
  }
}

/** What an action threw, in the router's format. */
const thrownIn = (value: unknown) => (value as { error?: { data?: unknown } } | null)?.error?.data
