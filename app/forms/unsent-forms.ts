import { isForSameReader, newestToken, renewToken } from '#web/newest-token.ts'
import { pageDataHeader } from '#web/router/page-state.ts'
import { refusalHeader, type RefusalBody } from '#web/refusals.ts'
import { unsentEvent, type UnsentReason } from './unsent-event.ts'

type Scope = Pick<typeof globalThis, 'fetch' | 'dispatchEvent'>

/**
 * Watches posts of the page. If the token of an expired session was rejected and the same member has signed in again
 * for the same seller, repeats the post with a new token.
 * For the router's forms, `unsentEvent` reports a rejection: the router's error page would discard the input. Its
 * listener cancels the submission.
 */
export function watchSentForms(scope: Scope = globalThis): void {
  const send = scope.fetch.bind(globalThis)
  scope.fetch = async (input, init) => {
    const body = init?.body
    if (!(body instanceof URLSearchParams || body instanceof FormData) || !body.has('srt')) return send(input, init)
    const isForm = new Headers(init?.headers).has(pageDataHeader)
    const post = async () => {
      body.set('srt', newestToken(tokenIn(body)))
      const answer = await send(input, init).catch((error: unknown) => {
        // Aborted, or sent by a script that handles failures itself.
        if (!isForm || init?.signal?.aborted) throw error
        return Response.error()
      })
      return { answer, refusal: refusalOf(answer) }
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

/** Null if the hub accepted the form, or its page shows the errors. */
function reasonOf({ status, headers }: Response, refusal: RefusalBody | null, srt: string): UnsentReason | null {
  if (status === 413) return 'tooLarge'
  // From a proxy, a starting hub, or a hub without its database.
  if (status >= 502 || !headers.has('X-Request-Id')) return 'lost'
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

/** The guard's refusal; null for a page's own response. */
const refusalOf = ({ headers }: Response) => JSON.parse(headers.get(refusalHeader) ?? 'null') as RefusalBody | null
