import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { FrameModel } from '../pages/frame.tsx'
import { beginVisit, findVisit, readLines, type Visit } from '../store/visits.ts'
import type { Market } from './market.ts'

export interface VisitEnv {
  Variables: { visit: Visit }
}
export type MarketContext = Context<VisitEnv>

const cookieName = 'market_visit'
const cookieSeconds = 30 * 24 * 60 * 60

/** A form that was not sent from this visit's pages. */
export class ForeignForm extends Error {}

/** The visit of a request; starts one if there is none. */
export function visitOf(c: MarketContext, market: Market): Visit {
  const known = findVisit(market.store, getCookie(c, cookieName) ?? '')
  if (known) return known
  const visit = beginVisit(market.store, market.now())
  sendVisitCookie(c, market, visit)
  return visit
}

export function sendVisitCookie(c: MarketContext, { publicUrl }: Market, { id }: Visit): void {
  const secure = publicUrl.startsWith('https:')
  setCookie(c, cookieName, id, { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: cookieSeconds, secure })
}

function requireToken(visit: Visit, form: FormData): void {
  const [given, own] = [Buffer.from(textOf(form, 'token')), Buffer.from(visit.token)]
  if (given.length !== own.length || !timingSafeEqual(given, own)) throw new ForeignForm()
}

/** Reads the form of a request and checks its token. Throws ForeignForm. */
export async function formOf(c: MarketContext): Promise<FormData> {
  const form = await c.req.formData().catch(() => {
    throw new ForeignForm()
  })
  requireToken(c.get('visit'), form)
  return form
}

/** A trimmed form field; empty if missing. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

export function frameOf(c: MarketContext, market: Market): FrameModel {
  const visit = c.get('visit')
  const { pathname, search, searchParams } = new URL(c.req.url)
  return {
    token: visit.token,
    buyer: visit.buyer,
    basket: readLines(market.store, visit.id).reduce((sum, { quantity }) => sum + quantity, 0),
    here: pathname === '/sign-in' ? '/' : pathname + search,
    words: pathname === '/search' ? (searchParams.get('q') ?? '') : '',
    now: market.now(),
    files: { style: market.files.style.href, script: market.files.script.href },
  }
}

/** A local path to redirect to; the home page for anything else. */
export const safePlace = (text: string) => (/^\/(?![/\\])[\x21-\x7e]*$/.test(text) ? text : '/')
