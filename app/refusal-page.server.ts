import type { Visit } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { plainPage } from '#web/plain-page.server.tsx'
import { pageDataHeader } from '#web/router/page-state.ts'
import { failureOfAnswer } from './failures.ts'

interface Answered {
  response: Response
  request: Request
  visit: Visit
}

/**
 * Renders a refusal as a page for browsers without script. URLs without a page, such as form targets, respond with data
 * for scripts. The page has the message and a link back to the form; other responses are unchanged.
 */
export async function refusalAsPage({ response, request, visit }: Answered): Promise<Response> {
  const { status: answered, headers } = response
  // Scripts get a page's refusal as its data.
  if (answered < 400 || headers.has(pageDataHeader) || !headers.get('Content-Type')?.startsWith('application/json'))
    return response
  const isRead = request.headers.get('accept')?.includes('text/html')
  const data: unknown = await response.clone().json()
  if (isOfRouter(data) && [400, 405].includes(response.status)) {
    const Allow = request.method === 'POST' ? 'GET, HEAD' : 'POST'
    if (!isRead) return new Response(null, { status: 405, headers: { Allow } })
    return pageOf({ failure: 'notFound', from: null, visit }, { status: 405, headers: { Allow } })
  }
  if (!isRead || !hasError(data)) return response
  const { status } = response
  const failure = failureOfAnswer({ status, data })
  return pageOf({ failure, from: cameFrom(request), address: data.address, visit }, { status })
}

interface Told {
  failure: ReturnType<typeof failureOfAnswer>
  /** The page with the form; null if unknown. */
  from: string | null
  address?: string | undefined
  visit: Visit
}

function pageOf({ failure, from, address = '', visit }: Told, answer: Parameters<typeof plainPage>[2]): Response {
  const { t } = visit.texts
  const isUnknown = failure === 'unknown' || failure === 'busy'
  const reference = isUnknown ? [`${t('error.unknown.reference')}: ${visit.requestId}`] : []
  return plainPage(
    visit,
    {
      title: t(`error.${failure}.title`),
      paragraphs: [t(`error.${failure}.body`, { address }), ...reference],
      link: wayOn(failure, from, visit),
    },
    answer,
  )
}

function wayOn(failure: Told['failure'], from: string | null, { texts: { t } }: Visit) {
  if (failure === 'signedOut') return { href: from ? paths.signInWith(from) : paths.signIn, words: t('error.toSignIn') }
  return from ? { href: from, words: t('error.reload') } : { href: paths.home, words: t('error.toStart') }
}

/** The hub page named by the Referer header. */
function cameFrom(request: Request): string | null {
  const referer = request.headers.get('referer')
  if (!referer || !URL.canParse(referer)) return null
  const { origin, pathname, search } = new URL(referer)
  return origin === new URL(request.url).origin && !pathname.startsWith('//') ? pathname + search : null
}

/** The router's own error for a missing loader or action; it treats that as a bug. */
const isOfRouter = (data: unknown) => typeof data === 'object' && data !== null && 'message' in data

const hasError = (data: unknown): data is { error: string; address?: string } =>
  typeof data === 'object' && data !== null && 'error' in data
