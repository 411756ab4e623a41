import { data } from 'react-router'
import { dataReader, pageDataHeader, type PageAnswer } from './page-state.ts'

export interface Answered {
  answer: PageAnswer
  status: number
  /** Version of the build that responded. */
  version: string
  /** Settles when all streamed values have arrived. */
  rest: Promise<void>
}

/**
 * Reads the first line of a response, and streamed values as they arrive. Throws if the response is not from a page.
 */
export async function readAnswer(response: Response): Promise<Answered> {
  const { status, headers, body } = response
  const version = headers.get(pageDataHeader)
  if (version === null) throw data(await response.text(), status)
  if (!body || status === 204) return { answer: { loaderData: {} }, status, version, rest: Promise.resolve() }
  const { read, settle, fail } = dataReader()
  const lines = linesOf(body)
  const first = await lines.next()
  const later = async () => {
    for await (const line of lines) {
      const at = line.indexOf(':')
      settle(Number(line.slice(0, at)), line.slice(at + 1))
    }
  }
  const rest = later().catch(fail)
  return { answer: read(first.value ?? 'null') as PageAnswer, status, version, rest }
}

async function* linesOf(body: NonNullable<Response['body']>): AsyncGenerator<string, undefined> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return undefined
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

/** Reads all data of one route, without a navigation. */
export async function readData(address: string, route: string, signal: AbortSignal | null): Promise<PageAnswer> {
  // Not cached: the browser would show the data in place of the page on the way back.
  const init: RequestInit = { headers: { [pageDataHeader]: route }, cache: 'no-store', signal }
  const { answer, rest } = await readAnswer(await fetch(address, init))
  await rest
  return answer
}
