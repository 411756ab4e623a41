import type { MiddlewareHandler } from 'hono'
import type { HttpBindings } from '@hono/node-server'
import { bodyLimit } from 'hono/body-limit'
import type { Hub } from '#web/hub.ts'
import { countAttempts } from '#features/people/accounts/attempts.server.ts'
import { readSession } from '#features/people/accounts/session.server.ts'
import type { BeaconStore } from '#features/machinery/site-speed/beacon-store.server.ts'
import { readBeacon } from '#features/machinery/site-speed/read-beacon.ts'
import { beaconLimits } from '#lib/beacon.ts'
import { isOwnOrigin } from '#lib/own-origin.ts'
import { refusesTrackingByHeader } from '#lib/privacy-signal.ts'

type Handler = MiddlewareHandler<{ Bindings: HttpBindings }>

interface TrackOptions {
  hub: Hub
  store: BeaconStore
  clientIp: (c: Parameters<Handler>[0]) => string
  isPage: (name: string) => Promise<boolean>
}

/**
 * Accepts beacons in a POST body or an image request's query. Responds 204 (accepted or not wanted), 400 (invalid), 403
 * (other site), 413 (too large), 429 (too many) or 503 (overloaded). Rejected ones are not logged; invalid ones cost
 * neither a session lookup nor quota.
 */
export function takeBeacons({ hub, store, clientIp, isPage }: TrackOptions): Handler[] {
  const { tracking } = hub.config
  const answer = (status: 204 | 400 | 403 | 413 | 429 | 503) =>
    new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })

  const onlyWanted: Handler = async (c, next) => {
    if (!tracking.on || refusesTrackingByHeader(c.req.raw.headers)) return answer(204)
    const site = c.req.header('sec-fetch-site')
    if (!isOwnOrigin(c.req.raw) || (site && site !== 'same-origin')) return answer(403)
    return next()
  }

  const take: Handler = async (c) => {
    const text = c.req.method === 'GET' ? (c.req.query('beacon') ?? '') : await c.req.text().catch(() => '')
    const beacon = readBeacon(text)
    if (!beacon) return answer(400)
    const pages = [beacon.page, ...Object.keys(beacon.views), ...(beacon.actions ?? []).map((action) => action.page)]
    for (const page of new Set(pages)) if (!(await isPage(page))) return answer(400)
    const signedIn = await readSession(hub, c.req.raw)
    const { ok } = await countAttempts(hub, [
      signedIn ? ['track-session', signedIn.sessionId] : ['track-address', clientIp(c)],
    ])
    if (!ok) return answer(429)
    const who = tracking.members ? signedIn : null
    const load = { beacon, at: hub.now(), memberId: who?.member.id ?? null, sellerId: who?.seller?.id ?? null }
    return answer(store.add(load, text.length) ? 204 : 503)
  }

  const takeOrGiveUp: Handler = async (c, next) => {
    try {
      return await take(c, next)
    } catch (error) {
      hub.log.warn({ err: error }, 'beacon rejected')
      return answer(503)
    }
  }

  return [onlyWanted, bodyLimit({ maxSize: beaconLimits.body, onError: () => answer(413) }), takeOrGiveUp]
}
