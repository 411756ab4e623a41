import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { isDatabaseAway } from '#db/failure.ts'
import { isOwnOrigin } from '#lib/own-origin.ts'
import { mayDo, type Permission, type Role } from './roles.ts'
import type { Member, Seller, SignedIn } from './signed-in.ts'
import { visitContext, type Visit } from './context.ts'
import type { Hub } from './hub.ts'
import type { Turn, Turns } from '#lib/turns.ts'
import { isToken, isTokenOfSession } from './form-token.server.ts'
import { listingForm, readFormBody, readJsonBody, usualForm, type FormLimits } from './form-body.server.ts'
import { ownRows, type OwnRows } from './own-rows.ts'
import { paths } from './paths.ts'
import { refuse } from './refusals.ts'

/** Who may call a loader or action; the route-table test reads it off each of them. */
export type Access = 'public' | 'member' | 'operator' | Permission

/** What a loader or action works with, whoever asks. */
export interface VisitArgs extends Visit {
  request: Request
  url: URL
  params: LoaderFunctionArgs['params']
}

/** What a seller's loader works with. */
export interface SellerArgs extends VisitArgs {
  signedIn: SignedIn
  member: Member
  seller: Seller & { role: Role }
  read: OwnRows['read']
}

/** What a seller's action works with: a form whose anti-forgery token and role have been checked. */
export interface SellerActionArgs extends SellerArgs {
  form: FormData
  write: OwnRows['write']
}

/** What an upload works with: the body has not been read. */
export type SellerUploadArgs = Omit<SellerActionArgs, 'form'>

type WithForm<T> = T & { form: FormData }
type MemberArgs = VisitArgs & { signedIn: SignedIn }

/** The router's `url` is the page's, also where the request is for its data alone (`/sh/ord.data`). */
function visitArgs({ request, params, context, url }: RouteArgs): VisitArgs {
  return { ...context.get(visitContext), request, params, url: new URL(url) }
}

type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs

/** Marks who may call a loader or action, and gives a failure that nobody expected a reference that is in the log. */
function withAccess<T>(access: Access, run: (args: RouteArgs) => Promise<T>) {
  const guarded = async (args: RouteArgs): Promise<T> => {
    try {
      return await run(args)
    } catch (error) {
      if (!(error instanceof Error) || args.request.signal.aborted) throw error
      throw failureOf(error, args.context.get(visitContext))
    }
  }
  return Object.assign(guarded, { access })
}

/** Logs a failure that nobody expected, and makes of it the answer with the reference that is in the log. */
export function failureOf(error: Error, { logFailure, requestId }: Pick<Visit, 'logFailure' | 'requestId'>) {
  logFailure(error, 'request failed')
  const busy = isDatabaseAway(error)
  return data({ error: busy ? 'busy' : 'unknown', reference: requestId }, { status: busy ? 503 : 500 })
}

/** A loader for everybody. */
export function publicLoader<T>(run: (args: VisitArgs) => Promise<T>) {
  return withAccess('public', async (args) => run(visitArgs(args)))
}

/** An action for everybody; checks the anti-forgery token of this browser or session. */
export function publicAction<T>(run: (args: WithForm<VisitArgs>) => Promise<T>) {
  return withAccess('public', async (args) => {
    const visit = visitArgs(args)
    return run({ ...visit, form: await readForm(visit) })
  })
}

/** A loader for whoever is signed in, whatever their sellers. */
export function memberLoader<T>(run: (args: MemberArgs) => Promise<T>) {
  return withAccess('member', async (args) => run(requireMember(visitArgs(args))))
}

/** An action for whoever is signed in. */
export function memberAction<T>(run: (args: WithForm<MemberArgs>) => Promise<T>) {
  return withAccess('member', async (args) => {
    const visit = requireMember(visitArgs(args))
    return run({ ...visit, form: await readForm(visit) })
  })
}

/** An action for whoever is signed in that scripts call: its JSON body carries the anti-forgery token, as `{ "srt": … }`. */
export function memberJsonAction<T>(run: (args: MemberArgs) => Promise<T>) {
  return withAccess('member', async (args) => {
    const visit = requireMember(visitArgs(args))
    await checkJson(visit)
    return run(visit)
  })
}

/** A loader for the marketplace's operators. */
export function operatorLoader<T>(run: (args: MemberArgs) => Promise<T>) {
  return withAccess('operator', async (args) => run(requireOperator(visitArgs(args))))
}

/** An action for the marketplace's operators. */
export function operatorAction<T>(run: (args: WithForm<MemberArgs>) => Promise<T>) {
  return withAccess('operator', async (args) => {
    const visit = requireOperator(visitArgs(args))
    return run({ ...visit, form: await readForm(visit) })
  })
}

/** A loader for members of a seller whose role has the permission. */
export function sellerLoader<T>(permission: Permission, run: (args: SellerArgs) => Promise<T>) {
  return withAccess(permission, async (args) => run(requireSeller(visitArgs(args), permission)))
}

/** A loader that keeps something of what it shows, such as that pictures are in use; it changes nothing that anybody sees. */
export function sellerKeepingLoader<T>(
  permission: Permission,
  run: (args: SellerArgs & Pick<OwnRows, 'write'>) => Promise<T>,
) {
  return sellerLoader(permission, (args) => run({ ...args, write: ownRows(args.hub, args.seller.id).write }))
}

/** An action for members of a seller whose role has the permission. Its form may be as long as `limits` says. */
export function sellerAction<T>(
  permission: Permission,
  run: (args: SellerActionArgs) => Promise<T>,
  limits: FormLimits = usualForm,
) {
  return withAccess(permission, async (args) => {
    const visit = requireSeller(visitArgs(args), permission)
    const { hub, request, member, seller } = visit
    const { write } = ownRows(hub, seller.id)
    const announced = Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY)
    const formTurn =
      limits.files && announced > listingForm.fields ? await takeTurn(hub.turns.bigForms, member, request) : null
    try {
      const form = await readForm(visit, limits, requireSellersToken)
      const turn = await takePageTurn(hub, member, request)
      try {
        return await run({ ...visit, form, write })
      } finally {
        turn.end()
      }
    } finally {
      formTurn?.end()
    }
  })
}

/** A turn of the member's for a page or a change. Throws 429 where too many of theirs wait already. */
export function takePageTurn(hub: Hub, member: Pick<Member, 'id'>, request: Request): Promise<Turn> {
  return takeTurn(hub.turns.pages, member, request)
}

async function takeTurn(turns: Turns, member: Pick<Member, 'id'>, request: Request): Promise<Turn> {
  const turn = await turns.take(member.id, request.signal)
  if (!turn) throw refuse('too-many')
  return turn
}

/** What a framed page works with: a seller, known by session or by a signed link. */
export interface FramedArgs extends VisitArgs {
  sellerId: number
  /** Opened by a signed link: nobody is known to be signed in. */
  linked: boolean
  read: SellerArgs['read']
}

interface FramedPage {
  /** The seller whose signed link the address carries; null where it carries none. */
  openLink: (visit: VisitArgs) => Promise<{ sellerId: number } | 'refused' | null>
  /** Says in the frame what is in the way: a redirect to the sign-in page would not, no frame may show that page. */
  explain: (visit: VisitArgs, problem: 'signed-out' | 'refused') => Response
  run: (args: FramedArgs) => Promise<Response>
}

/** A loader for a page made to be framed: for members of a seller whose role has the permission, and for signed links. */
export function framedLoader(permission: Permission, { openLink, explain, run }: FramedPage) {
  return withAccess(permission, async (args) => {
    const visit = visitArgs(args)
    const link = await openLink(visit)
    if (link === 'refused') return explain(visit, 'refused')
    if (link) {
      const { read } = ownRows(visit.hub, link.sellerId)
      return run({ ...visit, sellerId: link.sellerId, linked: true, read })
    }
    if (!visit.signedIn && isFramed(visit.request)) return explain(visit, 'signed-out')
    const { seller, ...sellerVisit } = requireSeller(visit, permission)
    return run({ ...sellerVisit, sellerId: seller.id, linked: false })
  })
}

/** A frame's page, or what a script in it fetches. */
function isFramed(request: Request): boolean {
  return ['iframe', 'frame', 'empty'].includes(request.headers.get('sec-fetch-dest') ?? '')
}

/**
 * An action whose body is one file, for members of a seller whose role has the permission. The anti-forgery token is in
 * the header `X-Srt`: everything is checked before a byte of the body is read.
 */
export function sellerUploadAction<T>(permission: Permission, run: (args: SellerUploadArgs) => Promise<T>) {
  return withAccess(permission, async (args) => {
    const visit = requireSeller(visitArgs(args), permission)
    requireOwnOrigin(visit)
    requireSellersToken(visit, visit.request.headers.get('x-srt'))
    return run({ ...visit, write: ownRows(visit.hub, visit.seller.id).write })
  })
}

function requireMember(visit: VisitArgs): MemberArgs {
  const { signedIn, request, url } = visit
  if (signedIn) return { ...visit, signedIn }
  if (request.method !== 'GET') throw refuse('signed-out')
  throw redirect(paths.signInWith(url.pathname + url.search))
}

function requireOperator(visit: VisitArgs): MemberArgs {
  const member = requireMember(visit)
  if (!member.signedIn.member.isOperator) throw refuse('forbidden')
  return member
}

function requireSeller(visit: VisitArgs, permission: Permission): SellerArgs {
  const member = requireMember(visit)
  const { seller } = member.signedIn
  if (!seller) {
    if (member.signedIn.member.isOperator && visit.request.method === 'GET') throw redirect(paths.operator)
    throw refuse('forbidden')
  }
  if (!mayDo(seller.role, permission)) throw refuse('forbidden')
  const { read } = ownRows(visit.hub, seller.id)
  return { ...member, member: member.signedIn.member, seller, read }
}

/**
 * Reads the form of a state change: it must come from our own origin and carry the session's token (`srt`).
 * Refuses with 403, or 413 where it is too long, before anything is changed.
 */
async function readForm(visit: VisitArgs, limits = usualForm, check = requireToken): Promise<FormData> {
  requireOwnOrigin(visit)
  const form = await readFormBody(visit.request, limits, (token) => check(visit, token))
  if (!form) throw refuse('too-large')
  return form
}

/** The same for a JSON body. Nothing but the token is read of it. */
async function checkJson(visit: VisitArgs): Promise<void> {
  requireOwnOrigin(visit)
  const body: unknown = await readJsonBody(visit.request).catch(() => null)
  if (body === undefined) throw refuse('too-large')
  requireToken(visit, typeof body === 'object' && body !== null && 'srt' in body ? body.srt : null)
}

function requireOwnOrigin({ request }: VisitArgs): void {
  if (!isOwnOrigin(request)) throw refuse('origin', { address: new URL(request.url).origin })
}

/** What a token must be like: a seller's is of that seller, too; whoever signs out or switches does it from any page. */
type TokenCheck = (visit: VisitArgs, token: unknown) => void

const requireSellersToken: TokenCheck = ({ srt }, token) => {
  if (!isToken(token, srt)) throw refuse('token')
}

const requireToken: TokenCheck = ({ srt }, token) => {
  if (!isTokenOfSession(token, srt)) throw refuse('token')
}
