import { createReadableStreamFromReadable } from '@react-router/node'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import {
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
} from 'react-router'
import { collect, gather } from '#lib/gather.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { TextsProvider } from '#texts/context.tsx'
import { arrivalContext, visitContext, type Arrival } from '#web/context.ts'
import { NonceProvider } from './nonce.tsx'

/** Above the longest named wait (10 s), so that each wait settles by itself before the stream is cut. */
export const streamTimeout = 15_000

/** Makes the context of one request; called by the server, which cannot import this bundle's context keys itself. */
export function provideArrival(arrival: Arrival): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(arrivalContext, arrival)
  // Until the root middleware knows who asks; also what a failure of that very middleware is shown with.
  context.set(visitContext, {
    ...arrival,
    texts: textsFor(arrival.hub.config.defaultLocale, 'UTC'),
    signedIn: null,
    srt: '',
    reader: '',
    isAnswer: false,
    again: async () => context.get(visitContext),
  })
  return context
}

/** The user name of the seller that a request was for, which is public; null where it was for none. */
export function sellerOf(context: RouterContextProvider): string | null {
  return context.get(visitContext).signedIn?.seller?.username ?? null
}

/** Milliseconds that the shell of a page waits for the rest: in one piece both are smaller, and sooner there. */
const restMs = 30

/** Bytes of a part above which React sends it after the others although it is there: more than a page has. */
const wholePage = 10_000_000

/**
 * Marks what stands in for a part that could not be rendered at once: it waits for data or code, or failed. Without the mark's
 * first signs, which all that is looked through is full of; what people wrote has no `>`.
 */
const leftOut = '$!-->'

/** Renders a page for whoever asks: as one text where all its data is there, otherwise the shell soon and slow parts as they come. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, texts } = context.get(visitContext)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const said = entry.serverHandoffStream ? await readAhead(entry.serverHandoffStream) : { all: '' }
  const tree = () => (
    <NonceProvider value={nonce}>
      <TextsProvider value={texts}>
        <ServerRouter context={withData(entry, said)} url={request.url} nonce={nonce} />
      </TextsProvider>
    </NonceProvider>
  )
  // React makes it of some thirty thousand pieces, which are joined once: where it is looked through.
  const html = 'all' in said ? `<!DOCTYPE html>${renderToString(tree())}` : leftOut
  return html.includes(leftOut)
    ? renderInParts(tree(), { request, status, headers, context })
    : sendWhole(Buffer.from(html), { status, headers, context })
}

/** The page's second copy of its data, for the browser: all of it, or what of it is there and the rest on its way. */
type Said = { all: string } | { parts: ReadableStream<Uint8Array> }

/** Reads what is there by the next turn of the event loop: of nearly every page all. */
async function readAhead(stream: ReadableStream<Uint8Array>): Promise<Said> {
  const reader = stream.getReader()
  const first: Uint8Array[] = []
  let next = reader.read()
  const soon = new Promise<null>((resolve) => void setImmediate(resolve, null))
  for (;;) {
    const read = await Promise.race([next, soon])
    if (read === null) break
    if (read.done) return { all: Buffer.concat(first).toString() }
    first.push(read.value)
    next = reader.read()
  }
  return {
    parts: new ReadableStream({
      start: (controller) => first.forEach((part) => controller.enqueue(part)),
      async pull(controller) {
        const { done, value } = await next
        if (done) return controller.close()
        controller.enqueue(value)
        next = reader.read()
      },
      cancel: (reason) => reader.cancel(reason),
    }),
  }
}

/** What is there as a whole the router takes as read, and waits for nothing; the stream that it wants too has nothing to say. */
function withData(entry: EntryContext, said: Said): EntryContext {
  if ('parts' in said) return { ...entry, serverHandoffStream: said.parts }
  const read = Object.assign(Promise.resolve(), { result: { done: true, value: said.all } })
  return { ...entry, serverHandoffStream: new ReadableStream(), renderMeta: { streamCache: { 0: read } } }
}

interface Answering {
  status: number
  headers: Headers
  context: RouterContextProvider
}

function sendWhole(page: Buffer<ArrayBuffer>, { status, headers, context }: Answering): Response {
  const { takePage } = context.get(arrivalContext)
  headers.set('Content-Length', String(page.length))
  takePage?.(page)
  return new Response(takePage ? null : page, { status, headers })
}

/** Sends the shell soon, and what is slow as it comes. */
function renderInParts(
  tree: ReactNode,
  { request, ...answering }: Answering & { request: Request },
): Promise<Response> {
  const { status, headers, context } = answering
  const { nonce, logFailure } = context.get(visitContext)
  return new Promise((resolve, reject) => {
    let isShellReady = false
    let isSent = false
    let isClosed = false
    const closed = () => {
      isClosed = true
      clearTimeout(giveUp)
    }
    const sendTogether = () => {
      if (isSent) return
      isSent = true
      pipe(
        collect((page) => {
          closed()
          resolve(sendWhole(page, answering))
        }),
      )
    }
    const sendParts = () => {
      if (isSent) return
      isSent = true
      const body = gather()
      // Until it fires, a timer keeps the whole rendering in memory: at 25 pages a second that would be 400 of them.
      body.on('close', closed)
      resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
      pipe(body)
    }
    let later: NodeJS.Timeout | undefined
    const { pipe, abort } = renderToPipeableStream(tree, {
      nonce,
      progressiveChunkSize: wholePage,
      onShellReady() {
        isShellReady = true
        later = setTimeout(sendParts, restMs)
      },
      onAllReady() {
        clearTimeout(later)
        sendTogether()
      },
      onShellError: reject,
      onError(error) {
        // Errors before the shell reach handleError by the rejected promise; nobody reads what is closed, or asked by HEAD.
        if (isShellReady && !isClosed && !request.signal.aborted) logFailure(error, 'rendering failed')
      },
    })
    const giveUp = setTimeout(abort, streamTimeout + 1000).unref()
  })
}

/**
 * Records what no one expected; the page shows the same reference. That there is no such page or method, anybody can bring
 * about: the line of the request says so.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  context.get(arrivalContext).logFailure(error, 'request failed')
}

/** For the type of `build.entry.module` in the server. */
export interface ServerEntry {
  provideArrival: typeof provideArrival
  sellerOf: typeof sellerOf
}
