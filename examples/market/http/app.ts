import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HubAway } from '../hub-client.ts'
import { signVisitIn } from '../store/visits.ts'
import { addBasket } from './basket-routes.ts'
import { addBuyerOffers } from './buyer-offer-routes.ts'
import { addBrowsing } from './browse-routes.ts'
import type { Market, MarketFile } from './market.ts'
import { addOrders } from './order-routes.ts'
import { ForeignForm, formOf, frameOf, safePlace, sendVisitCookie, textOf, visitOf, type VisitEnv } from './visit.ts'

/** Maximum bytes of a form: a photo and some text. */
const mostForm = 13 * 1024 * 1024
const mostWebhook = 2 * 1024 * 1024

export const webhookPath = '/hub-events'

export function createApp(market: Market): Hono<VisitEnv> {
  const app = new Hono<VisitEnv>()
  const everywhere = Object.entries(securityHeaders(market))

  app.use('*', async (c, next) => {
    await next()
    for (const [name, value] of everywhere) c.res.headers.set(name, value)
  })
  app.get('/healthz', (c) => c.text(market.isReady() ? 'ok' : 'filling'))
  for (const file of Object.values(market.files)) {
    const [address = ''] = file.href.split('?')
    app.get(address, () => sendFile(file))
  }
  app.post(webhookPath, bodyLimit({ maxSize: mostWebhook }), async (c) => {
    const taken = await market.inStep.takeWebhook(await c.req.text(), Object.fromEntries(c.req.raw.headers))
    return taken ? c.body(null, 204) : c.text('The signature is not the hub’s.', 401)
  })

  app.use('*', async (c, next) => {
    c.set('visit', visitOf(c, market))
    c.header('Cache-Control', 'private, no-cache')
    await next()
  })
  app.use(
    '*',
    bodyLimit({ maxSize: mostForm, onError: (c) => c.text('That is too large: a photo has 12 MB at most.', 413) }),
  )
  addBrowsing(app, market)
  addBasket(app, market)
  addOrders(app, market)
  addBuyerOffers(app, market)
  addChanges(app, market)
  addSigningIn(app, market)

  const problem = (title: string, text: string) => ({ title, text })
  app.notFound((c) => {
    if (!c.get('visit')) return c.text('not found', 404)
    const said = problem('There is nothing here', 'It may have been taken away, or the address may be mistyped.')
    return c.html(market.render('problem', { frame: frameOf(c, market), ...said }), 404)
  })
  app.onError((error, c) => {
    if (error instanceof ForeignForm) {
      const said = problem(
        'Please do that again',
        'The page was open for long, or in two windows. Nothing was changed.',
      )
      return c.html(market.render('problem', { frame: frameOf(c, market), ...said }), 403)
    }
    if (error instanceof HubAway) {
      const said = problem('Try again in a moment', 'The seller’s side does not answer now.')
      return c.html(market.render('problem', { frame: frameOf(c, market), ...said }), 503)
    }
    market.say(`The market failed at ${c.req.method} ${c.req.path}: ${error.stack ?? error.message}`)
    return c.text('Something went wrong here. Try again in a moment.', 500)
  })
  return app
}

function addSigningIn(app: Hono<VisitEnv>, market: Market): void {
  app.get('/sign-in', (c) =>
    c.html(
      market.render('signIn', { frame: frameOf(c, market), next: safePlace(c.req.query('next') ?? '/'), error: null }),
    ),
  )
  app.post('/sign-in', async (c) => {
    const form = await formOf(c)
    const [buyer, next] = [textOf(form, 'buyer'), safePlace(textOf(form, 'next'))]
    if (!/^[a-z0-9]{2,20}$/.test(buyer)) {
      const error = 'A name has two to twenty small letters and digits.'
      return c.html(market.render('signIn', { frame: frameOf(c, market), next, error }), 422)
    }
    sendVisitCookie(c, market, signVisitIn(market.store, c.get('visit'), { buyer, now: market.now() }))
    return c.redirect(next, 303)
  })
  app.post('/sign-out', async (c) => {
    await formOf(c)
    sendVisitCookie(c, market, signVisitIn(market.store, c.get('visit'), { buyer: null, now: market.now() }))
    return c.redirect('/', 303)
  })
}

function sendFile({ type, text }: MarketFile): Response {
  return new Response(text, {
    headers: { 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' },
  })
}

/** Pictures may come from any host, the frame from the hub, nothing else from elsewhere. */
function securityHeaders({ hubPublicUrl, publicUrl }: Market): Record<string, string> {
  return {
    'Content-Security-Policy': [
      `default-src 'none'`,
      `style-src 'self'`,
      `script-src 'self'`,
      `connect-src 'self'`,
      `img-src 'self' http: https: data:`,
      `frame-src ${hubPublicUrl}`,
      `form-action 'self'`,
      `base-uri 'none'`,
      `frame-ancestors 'none'`,
    ].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    // On plain HTTP browsers ignore it and report an error.
    ...(publicUrl.startsWith('https:') ? { 'Cross-Origin-Opener-Policy': 'same-origin' } : {}),
  }
}

/** Milliseconds between keep-alive messages, which detect closed connections. */
const signOfLife = 25_000

/** Notifies a buyer's open pages of order changes by server-sent events without content. */
function addChanges(app: Hono<VisitEnv>, market: Market): void {
  app.get('/changes', (c) => {
    const { buyer } = c.get('visit')
    // 204 makes an EventSource stop reconnecting.
    if (buyer === null) return c.body(null, 204)
    let end = () => {}
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        const send = (text: string) => controller.enqueue(new TextEncoder().encode(text))
        const timer = setInterval(() => send(':\n\n'), signOfLife)
        const unlisten = market.changes.listen(buyer, () => send('data: changed\n\n'))
        end = () => {
          clearInterval(timer)
          unlisten()
        }
        send(':\n\n')
      },
      cancel: () => end(),
    })
    return c.body(stream, 200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' })
  })
}
