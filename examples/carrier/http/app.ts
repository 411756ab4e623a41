import { setTimeout as delay } from 'node:timers/promises'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { Refusal } from '../parcel.ts'
import { accountOf, balanceOf, findAccount, topUp } from '../store/accounts.ts'
import { settle } from '../trade/moves.ts'
import { addAccountRoutes } from './account-routes.ts'
import type { Faults } from './faults.ts'
import { addLabelRoutes } from './label-routes.ts'
import { addPlayRoutes } from './play-routes.ts'
import type { CarrierApp, CarrierContext, Serving } from './serving.ts'
import { html } from 'hono/html'
import { toDecimal } from '#lib/money.ts'
import { carrierName } from '../trade/prices.ts'

const page = (title: string, content: unknown) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style>
          body {
            font: 16px/1.5 system-ui;
            max-width: 36rem;
            margin: 3rem auto;
            padding: 0 1rem;
          }
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        ${content}
      </body>
    </html>`

/** Pages for people: what the carrier is, and where an account is topped up. */
function addPages(app: CarrierApp, { store, now }: Serving): void {
  app.get('/', (c) =>
    c.html(
      page(
        carrierName,
        html`<p>
          This program plays a carrier: no parcel is carried, and no money is taken. Any key such as
          <code>carrier_4f8a91c2</code> is an account of its own.
        </p>`,
      ),
    ),
  )

  app.get('/top-up', (c) => {
    const account = findAccount(store, c.req.query('account') ?? '')
    if (!account) return c.html(page('There is no such account', ''), 404)
    const { id, currency } = account
    const code = currency ?? 'GBP'
    return c.html(
      page(
        'Top up your balance',
        html`<p>Balance: ${toDecimal({ minor: balanceOf(store, id), currency: code })} ${code}</p>
          <form method="post">
            <label>Amount in ${code} <input name="amount" type="number" min="1" max="10000" value="100" /></label>
            <button>Top up</button>
          </form>`,
      ),
    )
  })

  app.post('/top-up', async (c) => {
    const account = findAccount(store, c.req.query('account') ?? '')
    const amount = Number((await c.req.formData()).get('amount'))
    if (!account || !Number.isInteger(amount) || amount < 1 || amount > 10_000)
      return c.html(page('That was not possible', html`<p>An amount is a whole number up to 10000.</p>`), 422)
    topUp(store, account, { amount, at: now() })
    return c.redirect(`/top-up?account=${account.id}`, 303)
  })
}

/** Bytes of a request. */
const mostBody = 1024 * 1024

export function createApp(serving: Serving): CarrierApp {
  const app: CarrierApp = new Hono()
  app.use(bodyLimit({ maxSize: mostBody }))
  app.get('/healthz', (c) => c.text('ok'))
  addPages(app, serving)
  app.use(async (c, next) => {
    settle(serving)
    c.set('account', accountOf(serving.store, c.req.header('authorization')))
    return next()
  })
  app.use('/v1/*', async (c, next) => failOnDemand(c, serving) ?? (await lateness(c, serving), await next()))
  addLabelRoutes(app, serving)
  addAccountRoutes(app, serving)
  addPlayRoutes(app, serving)
  app.notFound((c) => c.json(problem('no-page', 'There is nothing here'), 404))
  app.onError((error, c) => {
    if (error instanceof Refusal) return c.json(problem(error.code, error.message), error.status)
    serving.say(`The carrier failed at ${c.req.method} ${c.req.path}: ${error.stack ?? error.message}`)
    return c.json(problem('broken', 'The carrier has failed'), 500)
  })
  return app
}

const problem = (code: string, message: string) => ({ error: { code, message } })

function failOnDemand(c: CarrierContext, { faults }: Serving): Response | null {
  const take = (kind: Parameters<Faults['take']>[2]) => faults.take(c.get('account').id, c.req.path, kind)
  if (take('AWAY')) return c.json(problem('away', 'The carrier is away'), 503)
  if (take('TOO_MANY')) return c.json(problem('too-many', 'Too many requests'), 429, { 'Retry-After': '1' })
  return take('WRONG_JSON') ? c.body('{"rates": [', 200, { 'Content-Type': 'application/json' }) : null
}

async function lateness(c: CarrierContext, { faults }: Serving): Promise<void> {
  const late = faults.take(c.get('account').id, c.req.path, 'LATE')
  if (late) await delay(late.ms, undefined, { signal: c.req.raw.signal }).catch(() => {})
}
