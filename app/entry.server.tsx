import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
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

/** Renders a page for whoever asks: the shell soon, slow parts as they come. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, logFailure, texts } = context.get(visitContext)
  const { takePage } = context.get(arrivalContext)
  return new Promise((resolve, reject) => {
    headers.set('Content-Type', 'text/html; charset=utf-8')
    let isShellReady = false
    let isSent = false
    let isClosed = false
    const closed = () => {
      isClosed = true
      clearTimeout(giveUp)
    }
    const sendWhole = () => {
      if (isSent) return
      isSent = true
      pipe(
        collect((page) => {
          closed()
          headers.set('Content-Length', String(page.length))
          takePage?.(page)
          resolve(new Response(takePage ? null : page, { status, headers }))
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
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider value={nonce}>
        <TextsProvider value={texts}>
          <ServerRouter context={entry} url={request.url} nonce={nonce} />
        </TextsProvider>
      </NonceProvider>,
      {
        nonce,
        progressiveChunkSize: wholePage,
        onShellReady() {
          isShellReady = true
          later = setTimeout(sendParts, restMs)
        },
        onAllReady() {
          clearTimeout(later)
          sendWhole()
        },
        onShellError: reject,
        onError(error) {
          // Errors before the shell reach handleError by the rejected promise; nobody reads what is closed, or asked by HEAD.
          if (isShellReady && !isClosed && !request.signal.aborted) logFailure(error, 'rendering failed')
        },
      },
    )
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
