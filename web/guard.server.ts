import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { isDatabaseAway } from '#db/failure.ts'
import { isOwnOrigin } from '#lib/own-origin.ts'
import { mayDo, type Permission, type Role } from './roles.ts'
import type { Member, Seller, SignedIn } from './signed-in.ts'
import { checkHeader } from './check-form.ts'
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
  /** The member's role at this seller by now; null where they have none any more, or their session has ended. */
  roleNow: () => Promise<Role | null>
}

/** What a seller's action works with: a form whose anti-forgery token and role have been checked. */
export interface SellerActionArgs extends SellerArgs {
  form: FormData
  write: OwnRows['write']
  /** Refuses whoever may not any more: for what is waited for once the action has begun. */
  requireStill: () => Promise<void>
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
    return run(await readFormOf(args, (visit) => visit))
  })
}

/** A loader for whoever is signed in, whatever their sellers. */
export function memberLoader<T>(run: (args: MemberArgs) => Promise<T>) {
  return withAccess('member', async (args) => run(requireMember(visitArgs(args))))
}

/** An action for whoever is signed in. */
export function memberAction<T>(run: (args: WithForm<MemberArgs>) => Promise<T>) {
  return withAccess('member', async (args) => {
    return run(await readFormOf(args, requireMember))
  })
}

/** An action for whoever is signed in that scripts call: its JSON body carries the anti-forgery token, as `{ "srt": … }`. */
export function memberJsonAction<T>(run: (args: MemberArgs) => Promise<T>) {
  return withAccess('member', async (args) => {
    const visit = requireMember(visitArgs(args))
    const token = await checkJson(visit)
    return run(await judgeAgain(visit, requireMember, token))
  })
}

/** A loader for the marketplace's operators. */
export function operatorLoader<T>(run: (args: MemberArgs) => Promise<T>) {
  return withAccess('operator', async (args) => run(requireOperator(visitArgs(args))))
}

/** An action for the marketplace's operators. */
export function operatorAction<T>(run: (args: WithForm<MemberArgs>) => Promise<T>) {
  return withAccess('operator', async (args) => {
    return run(await readFormOf(args, requireOperator))
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
    const { hub, request, member } = visit
    const announced = Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY)
    const formTurn =
      limits.files && announced > listingForm.fields ? await takeTurn(hub.turns.bigForms, member, request) : null
    try {
      const form = await readForm(visit, limits, requireSellersToken)
      const turn = await takePageTurn(hub, member, request)
      try {
        const requireNow = () => judgeSellerAgain(visit, permission, tokenOf(form))
        const now = await requireNow()
        const requireStill = async () => void (await requireNow())
        return await run({ ...now, form, write: ownRows(hub, now.seller.id).write, requireStill })
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
    const token = visit.request.headers.get('x-srt')
    requireSellersToken(visit, token)
    const requireStill = async () => void (await judgeSellerAgain(visit, permission, token))
    return run({ ...visit, write: ownRows(visit.hub, visit.seller.id).write, requireStill })
  })
}

/**
 * Who was judged when the request began is judged again once its body is there and its turn has come, as at the beginning: both
 * may take minutes, in which the session ends, or a role. Costs nothing where they took no time.
 */
async function judgeAgain<T extends VisitArgs>(
  { again, request, params, url }: VisitArgs,
  judge: Judge<T>,
  token: unknown,
  check = requireToken,
): Promise<T> {
  const now = judge({ ...(await again()), request, params, url })
  check(now, token)
  return now
}

const judgeSellerAgain = (visit: VisitArgs, permission: Permission, token: unknown) =>
  judgeAgain(visit, (now) => requireSeller(now, permission), token, requireSellersToken)

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
  const roleNow = async () => (await visit.again()).signedIn?.sellers.find(({ id }) => id === seller.id)?.role ?? null
  return { ...member, member: member.signedIn.member, seller, read, roleNow }
}

/** Refuses a visit, or makes of it what the action works with. */
type Judge<T> = (visit: VisitArgs) => T

/** The form of whoever may send one. */
async function readFormOf<T extends VisitArgs>(args: RouteArgs, judge: Judge<T>): Promise<WithForm<T>> {
  const visit = judge(visitArgs(args))
  const form = await readForm(visit)
  return { ...(await judgeAgain(visit, judge, tokenOf(form))), form }
}

/**
 * Reads the form of a state change: it must come from our own origin and carry the session's token (`srt`).
 * Refuses with 403, or 413 where it is too long, before anything is changed.
 */
async function readForm(visit: VisitArgs, limits = usualForm, check = requireToken): Promise<FormData> {
  requireOwnOrigin(visit)
  const form = await readFormBody(visit.request, limits, (token) => check(visit, token))
  if (!form) throw refuse('too-large')
  if (visit.request.headers.has(checkHeader)) throw data(null, { status: 204 })
  return form
}

const tokenOf = (form: FormData) => form.get('srt')

/** The same for a JSON body. Nothing but the token is read of it. */
async function checkJson(visit: VisitArgs): Promise<unknown> {
  requireOwnOrigin(visit)
  const body: unknown = await readJsonBody(visit.request).catch(() => null)
  if (body === undefined) throw refuse('too-large')
  const token = typeof body === 'object' && body !== null && 'srt' in body ? body.srt : null
  requireToken(visit, token)
  return token
}

function requireOwnOrigin({ request }: VisitArgs): void {
  if (!isOwnOrigin(request)) throw refuse('origin', { address: new URL(request.url).origin })
}

/** What a token must be like: a seller's is of that seller, too; whoever signs out or switches does it from any page. */
type TokenCheck = (visit: VisitArgs, token: unknown) => void

const requireSellersToken: TokenCheck = ({ srt }, token) => {
  if (!isToken(token, srt)) throw refuse('token', { srt })
}

const requireToken: TokenCheck = ({ srt }, token) => {
  if (!isTokenOfSession(token, srt)) throw refuse('token', { srt })
}
