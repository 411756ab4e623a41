import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { collectBuffer, coalesceChunks } from '#lib/coalesce-chunks.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { TextsProvider } from '#texts/context.tsx'
import { arrivalContext, visitContext, type Arrival } from '#web/context.ts'
import { keepEarlyKeys } from '#web/early-keys-script.ts'
import { readHydrationData, withHydrationData } from '#web/router/hydration-data.ts'
import { pageDataHeader, stringifyPageData } from '#web/page-data.ts'
import { isRouteErrorResponse, RouterContextProvider } from '#web/router/router.ts'
import {
  createReadableStreamFromReadable,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
} from '#web/router/server.ts'
import { NonceProvider } from './nonce.tsx'

/** Longer than the longest named wait (10 s), so that each wait settles before the stream is cut. */
export const streamTimeout = 15_000

/** Creates a request's context; called by the server, which cannot import this bundle's context keys. */
export function provideArrival(arrival: Arrival): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(arrivalContext, arrival)
  // Default until the root middleware has run; also used to render its failure.
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

/** User name (public) of the seller a request was for; null if none. */
export function sellerOf(context: RouterContextProvider): string | null {
  return context.get(visitContext).signedIn?.seller?.username ?? null
}

/** Milliseconds to wait for the rest of a page before streaming its shell: one piece is smaller and arrives sooner. */
const restMs = 30

/** Size in bytes above which React streams a ready part separately: larger than any page. */
const wholePage = 10_000_000

/**
 * React's marker for a part that was not rendered at once: it waits or failed. Shortened to its rare ending, for a
 * faster search; user text has no unescaped `>`.
 */
const fallbackMarker = '$!-->'

/** Renders a page: as one text if all its data is ready, otherwise the shell first and slow parts as they come. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, texts } = context.get(visitContext)
  const route = request.headers.get(pageDataHeader)
  if (route !== null) return sendData(route, { status, headers, context }, entry.staticHandlerContext)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const hydration = await readHydrationData(entry)
  const tree = () => (
    <NonceProvider value={nonce}>
      <TextsProvider value={texts}>
        <ServerRouter context={withHydrationData(entry, hydration)} url={request.url} nonce={nonce} />
      </TextsProvider>
    </NonceProvider>
  )
  // React builds the text from some thirty thousand pieces; searching it joins them once.
  const html = 'all' in hydration ? withEarlyScript(`<!DOCTYPE html>${renderToString(tree())}`, nonce) : fallbackMarker
  return html.includes(fallbackMarker)
    ? renderInParts(tree(), { request, status, headers, context })
    : sendWhole(Buffer.from(html), { status, headers, context })
}

/** The page with the script that keeps early keys; the browser's code has no copy of it. */
const withEarlyScript = (html: string, nonce: string) =>
  html.replace('</head>', () => `<script nonce="${nonce}">${keepEarlyKeys}</script></head>`)

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

/** Sends the loader data of one route, for `readPage`; 404 if the page has none of that route. */
async function sendData(
  route: string,
  answering: Answering,
  { errors, loaderData }: EntryContext['staticHandlerContext'],
): Promise<Response> {
  const { headers } = answering
  const data: unknown = Object.hasOwn(loaderData, route) ? loaderData[route] : undefined
  if (errors || data === undefined) return new Response(null, { status: errors ? answering.status : 404, headers })
  headers.set('Content-Type', 'application/json')
  headers.set('Cache-Control', 'private, no-store')
  return sendWhole(Buffer.from(await stringifyPageData(data)), answering)
}

/** Sends the shell early and slow parts as they come. */
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
        collectBuffer((page) => {
          closed()
          resolve(sendWhole(page, answering))
        }),
      )
    }
    const sendParts = () => {
      if (isSent) return
      isSent = true
      const body = coalesceChunks()
      // A pending timer keeps the rendering in memory: 400 of them at 25 pages a second.
      body.on('close', closed)
      resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
      pipe(body)
    }
    let later: NodeJS.Timeout | undefined
    const { pipe, abort } = renderToPipeableStream(tree, {
      nonce,
      bootstrapScriptContent: keepEarlyKeys,
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
        // Errors before the shell reach handleError by the rejected promise; nobody reads closed or HEAD responses.
        if (isShellReady && !isClosed && !request.signal.aborted) logFailure(error, 'rendering failed')
      },
    })
    const giveUp = setTimeout(abort, streamTimeout + 1000).unref()
  })
}

/**
 * Logs unexpected errors with the reference shown on the page. Unknown pages and methods are not logged here, since
 * anybody can cause them; the request log has them.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  context.get(arrivalContext).logFailure(error, 'request failed')
}

/** Types `build.entry.module` for the server. */
export interface ServerEntry {
  provideArrival: typeof provideArrival
  sellerOf: typeof sellerOf
}
