import { setTimeout as delay } from 'node:timers/promises'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { Refusal } from '../parcel.ts'
import { accountOf } from '../store/accounts.ts'
import { settle } from '../trade/moves.ts'
import { addAccountRoutes } from './account-routes.ts'
import type { Faults } from './faults.ts'
import { addLabelRoutes } from './label-routes.ts'
import { addPages } from './pages.ts'
import { addPlayRoutes } from './play-routes.ts'
import type { CarrierApp, CarrierContext, Serving } from './serving.ts'

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
