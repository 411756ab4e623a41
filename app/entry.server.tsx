import { Readable } from 'node:stream'
import { Suspense, use, type ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { collectBuffer, coalesceChunks } from '#lib/coalesce-chunks.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { TextsProvider } from '#texts/context.tsx'
import { arrivalContext, visitContext, type Arrival } from '#web/context.ts'
import { keepEarlyKeys } from '#web/early-keys-script.ts'
import { isRouteErrorResponse, RouterContextProvider } from '#web/router/router.ts'
import type { PageToRender } from '#web/router/page-build.ts'
import { collectWaits, scriptsOf, writeData, type PageAnswer, type Wait } from '#web/router/page-state.ts'
import { showsPreviousTool } from '#web/signed-in.ts'
import { createStaticRouter, StaticRouterProvider } from '#web/router/server.ts'
import { StyleProvider } from '#web/router/styles.tsx'
import { NonceProvider, useNonce } from './nonce.tsx'

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
export default async function renderPage({
  request,
  status,
  headers,
  context,
  staticContext,
  dataRoutes,
  routes,
  files,
}: PageToRender): Promise<Response> {
  const { nonce, texts, signedIn } = context.get(visitContext)
  const { loaderData, actionData, errors } = staticContext
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const { waits, onWait } = collectWaits()
  const state = writeData({ routes, version: files.version, loaderData, actionData, errors }, onWait)
  const scripts = [...new Set(scriptsOf([files.entry, ...routes]))]
  const script = `(window.hubPage={parts:[],push(part){this.parts.push(part)}}).push(${inScript(state)})`
  const tree = (
    <NonceProvider value={nonce}>
      <TextsProvider value={texts}>
        <StyleProvider value={files.style}>
          <StaticRouterProvider
            router={createStaticRouter(dataRoutes, staticContext)}
            context={staticContext}
            hydrate={false}
          />
        </StyleProvider>
      </TextsProvider>
      <LaterValues script={script} scripts={scripts} waits={waits} onWait={onWait} />
    </NonceProvider>
  )
  if (signedIn && showsPreviousTool(signedIn, new URL(request.url).pathname))
    return sendWhole(Buffer.from(`<!DOCTYPE html>${renderToString(tree)}`), { status, headers, context })
  // Low: what is painted first, the sheet and the font, comes first.
  const links = scripts.map((href) => `<link rel="modulepreload" fetchpriority="low" href="${href}">`).join('')
  const start = files.entry.module
  // After the sheet: it holds the parser until the sheet has come, so that the first paint is of no rows.
  const early = `<script nonce="${nonce}">${keepEarlyKeys}</script>`
  const html =
    waits.length === 0
      ? withScripts(`<!DOCTYPE html>${renderToString(tree)}`, {
          nonce,
          head: early + links,
          script,
          start,
        })
      : fallbackMarker
  return html.includes(fallbackMarker)
    ? renderInParts(tree, { request, status, headers, context, start, script: waits.length === 0 ? script : '' })
    : sendWhole(Buffer.from(html), { status, headers, context })
}

function withScripts(
  html: string,
  { nonce, head, script, start }: Record<'nonce' | 'head' | 'script' | 'start', string>,
) {
  const state = `<script nonce="${nonce}">${script}</script>`
  const module = `<script type="module" async nonce="${nonce}" src="${start}"></script>`
  const headEnd = html.indexOf('</head>')
  const bodyEnd = html.lastIndexOf('</body>')
  return html.slice(0, headEnd) + head + html.slice(headEnd, bodyEnd) + state + module + html.slice(bodyEnd)
}

/** A text as a script's literal, which ends no script element. */
const inScript = (text: string) => JSON.stringify(text).replaceAll('<', '\\u003c')

interface Later {
  onWait: (promise: Promise<unknown>) => number
}

interface LaterValuesProps extends Later {
  script: string
  /** Addresses of the page's scripts, which the browser fetches meanwhile. */
  scripts: readonly string[]
  waits: readonly Wait[]
}

function LaterValues({ script, scripts, waits, onWait }: LaterValuesProps) {
  const nonce = useNonce()
  if (waits.length === 0) return null
  const links = scripts.map((href) => <link key={href} rel="modulepreload" fetchPriority="low" href={href} />)
  // First: the scripts of later values call what it defines.
  const state = <script key="state" nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
  const later = waits.map((wait) => (
    <Suspense key={wait.id}>
      <LaterValue wait={wait} onWait={onWait} />
    </Suspense>
  ))
  return [...links, state, ...later]
}

function LaterValue({ wait, onWait }: Later & { wait: Wait }) {
  const nonce = useNonce()
  const value = use(wait.value)
  const html = `hubPage.push([${wait.id},${inScript(writeData(value, onWait))}])`
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: html }} />
}

/** Sends a page's data: at once, and what is still awaited line by line. */
export async function sendData(answer: PageAnswer, answering: Answering & { request: Request }): Promise<Response> {
  const { status, headers } = answering
  headers.set('Content-Type', 'application/json')
  headers.set('Cache-Control', 'private, no-store')
  const { waits, onWait } = collectWaits()
  const first = writeData(answer, onWait)
  if (waits.length === 0) return sendWhole(Buffer.from(`${first}\n`), answering)
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(encoder.encode(`${first}\n`))
      const send = async ({ id, value }: Wait) =>
        controller.enqueue(encoder.encode(`${id}:${writeData(await value, onWait)}\n`))
      await Promise.all(waits.map(send)).catch(() => {})
      controller.close()
    },
  })
  return new Response(body, { status, headers })
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

/** Sends the shell early and slow parts as they come. */
function renderInParts(
  tree: ReactNode,
  { request, script, start, ...answering }: Answering & { request: Request; script: string; start: string },
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
      resolve(new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, { status, headers }))
      pipe(body)
    }
    let later: NodeJS.Timeout | undefined
    const { pipe, abort } = renderToPipeableStream(tree, {
      nonce,
      bootstrapScriptContent: `${keepEarlyKeys};${script}`,
      bootstrapModules: [start],
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
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
): void {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  context.get(arrivalContext).logFailure(error instanceof Error ? error : new Error(String(error)), 'request failed')
}

/** Types `build.entry` for the server. */
export interface ServerEntry {
  provideArrival: typeof provideArrival
  sellerOf: typeof sellerOf
}
