import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '#web/router/router.ts'
import { isDatabaseUnavailable } from '#db/failure.ts'
import { mayDo, type Permission, type Role } from './roles.ts'
import type { Member, Seller, SignedIn } from './signed-in.ts'
import { refusalContext, visitContext, type Visit, type VisitArgs } from './context.ts'
import type { Hub } from './hub.ts'
import type { Slot, SlotQueue } from '#lib/slot-queue.ts'
import { listingForm, defaultFormLimits, type FormLimits } from './form-body.server.ts'
import { ownRows, type OwnRows } from './own-rows.ts'
import { paths } from './paths.ts'
import { refusalIn, refuse } from './refusals.ts'
import {
  checkJson,
  readForm,
  requireOwnOrigin,
  requireSellersToken,
  requireToken,
  tokenOf,
} from './visit-form.server.ts'

/** Required access of a loader or action; the route-table test reads it. */
export type Access = 'public' | 'member' | 'operator' | Permission

export interface SellerArgs extends VisitArgs {
  signedIn: SignedIn
  member: Member
  seller: Seller & { role: Role }
  read: OwnRows['read']
  /** The member's current role at this seller; null if removed or signed out. */
  roleNow: () => Promise<Role | null>
}

/** Arguments of a seller's action; token and role have been checked. */
export interface SellerActionArgs extends SellerArgs {
  form: FormData
  write: OwnRows['write']
  /** Throws if the permission was lost; call after waiting. */
  requireStill: () => Promise<void>
}

/** Arguments of an upload; its body has not been read. */
export type SellerUploadArgs = Omit<SellerActionArgs, 'form'>

type WithForm<T> = T & { form: FormData }
export type MemberArgs = VisitArgs & { signedIn: SignedIn }

function visitArgs({ request, params, context, url }: RouteArgs): VisitArgs {
  return { ...context.get(visitContext), request, params, url: new URL(url) }
}

type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs

/** Attaches the required access, notes a refusal, and gives unexpected failures a reference that is in the log. */
function withAccess<T>(access: Access, run: (args: RouteArgs) => Promise<T>) {
  const guarded = async (args: RouteArgs): Promise<T> => {
    try {
      return await run(args)
    } catch (error) {
      args.context.set(refusalContext, refusalIn(error))
      if (!(error instanceof Error) || args.request.signal.aborted) throw error
      throw failureOf(error, args.context.get(visitContext))
    }
  }
  return Object.assign(guarded, { access })
}

export function failureOf(error: Error, { logFailure, requestId }: Pick<Visit, 'logFailure' | 'requestId'>) {
  logFailure(error, 'request failed')
  const busy = isDatabaseUnavailable(error)
  return data({ error: busy ? 'busy' : 'unknown', reference: requestId }, { status: busy ? 503 : 500 })
}

export function publicLoader<T>(run: (args: VisitArgs) => Promise<T>) {
  return withAccess('public', async (args) => run(visitArgs(args)))
}

/** Public action; checks the anti-forgery token of browser or session. */
export function publicAction<T>(run: (args: WithForm<VisitArgs>) => Promise<T>) {
  return withAccess('public', async (args) => {
    return run(await readFormOf(args, (visit) => visit))
  })
}

export function memberLoader<T>(run: (args: MemberArgs) => Promise<T>) {
  return withAccess('member', async (args) => run(requireMember(visitArgs(args))))
}

export function memberAction<T>(run: (args: WithForm<MemberArgs>) => Promise<T>) {
  return withAccess('member', async (args) => {
    return run(await readFormOf(args, requireMember))
  })
}

/** JSON action for signed-in members, called by scripts with `{ "srt": … }`. */
export function memberJsonAction<T>(run: (args: MemberArgs) => Promise<T>) {
  return withAccess('member', async (args) => {
    const visit = requireMember(visitArgs(args))
    const token = await checkJson(visit)
    return run(await authorizeAgain(visit, requireMember, token))
  })
}

export function operatorLoader<T>(run: (args: MemberArgs) => Promise<T>) {
  return withAccess('operator', async (args) => run(requireOperator(visitArgs(args))))
}

export function operatorAction<T>(run: (args: WithForm<MemberArgs>) => Promise<T>) {
  return withAccess('operator', async (args) => {
    return run(await readFormOf(args, requireOperator))
  })
}

export function sellerLoader<T>(permission: Permission, run: (args: SellerArgs) => Promise<T>) {
  return withAccess(permission, async (args) => run(requireSeller(visitArgs(args), permission)))
}

/** Loader with a bookkeeping write, such as marking pictures as used; it changes nothing visible. */
export function sellerKeepingLoader<T>(
  permission: Permission,
  run: (args: SellerArgs & Pick<OwnRows, 'write'>) => Promise<T>,
) {
  return sellerLoader(permission, (args) => run({ ...args, write: ownRows(args.hub, args.seller.id).write }))
}

export function sellerAction<T>(
  permission: Permission,
  run: (args: SellerActionArgs) => Promise<T>,
  limits: FormLimits = defaultFormLimits,
) {
  return withAccess(permission, async (args) => {
    const visit = requireSeller(visitArgs(args), permission)
    const { hub, request, member } = visit
    const announced = Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY)
    const formTurn =
      limits.files && announced > listingForm.fields ? await takeSlot(hub.turns.bigForms, member, request) : null
    try {
      const form = await readForm(visit, limits, requireSellersToken)
      const turn = await takePageSlot(hub, member, request)
      try {
        const requireNow = () => authorizeSellerAgain(visit, permission, tokenOf(form))
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

/** Takes a slot for a page or change. Throws 429 if too many of the member's requests are queued. */
export function takePageSlot(hub: Hub, member: Pick<Member, 'id'>, request: Request): Promise<Slot> {
  return takeSlot(hub.turns.pages, member, request)
}

async function takeSlot(turns: SlotQueue, member: Pick<Member, 'id'>, request: Request): Promise<Slot> {
  const turn = await turns.take(member.id, request.signal)
  if (!turn) throw refuse('too-many')
  return turn
}

export interface FramedArgs extends VisitArgs {
  sellerId: number
  /** Opened by a signed link, without a session. */
  linked: boolean
  read: SellerArgs['read']
}

interface FramedPage {
  /** Seller of the URL's signed link; null if it has none. */
  openLink: (visit: VisitArgs) => Promise<{ sellerId: number } | 'refused' | null>
  /** Explains the problem inside the frame, because the sign-in page cannot be framed. */
  explain: (visit: VisitArgs, problem: 'signed-out' | 'refused') => Response
  run: (args: FramedArgs) => Promise<Response>
}

/** Loader for framed pages: for members with the permission, and for signed links. */
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

/** Whether a frame or a script in it makes the request. */
function isFramed(request: Request): boolean {
  return ['iframe', 'frame', 'empty'].includes(request.headers.get('sec-fetch-dest') ?? '')
}

/**
 * Upload action: the body is one file, the token is in the header `X-Srt`. Checks everything before reading the body.
 */
export function sellerUploadAction<T>(permission: Permission, run: (args: SellerUploadArgs) => Promise<T>) {
  return withAccess(permission, async (args) => {
    const visit = requireSeller(visitArgs(args), permission)
    requireOwnOrigin(visit)
    const token = visit.request.headers.get('x-srt')
    requireSellersToken(visit, token)
    const requireStill = async () => void (await authorizeSellerAgain(visit, permission, token))
    return run({ ...visit, write: ownRows(visit.hub, visit.seller.id).write, requireStill })
  })
}

/**
 * Checks session and role again after reading the body and waiting, since both may take minutes. Free if they took no
 * time.
 */
async function authorizeAgain<T extends VisitArgs>(
  { again, request, params, url }: VisitArgs,
  authorize: Authorize<T>,
  token: unknown,
  check = requireToken,
): Promise<T> {
  const now = authorize({ ...(await again()), request, params, url })
  check(now, token)
  return now
}

const authorizeSellerAgain = (visit: VisitArgs, permission: Permission, token: unknown) =>
  authorizeAgain(visit, (now) => requireSeller(now, permission), token, requireSellersToken)

/** Whether an `EventSource` asks: it would follow a redirect, and read a page as its stream. */
const isStream = ({ headers }: Request) => headers.get('accept') === 'text/event-stream'

function requireMember(visit: VisitArgs): MemberArgs {
  const { signedIn, request, url } = visit
  if (signedIn) return { ...visit, signedIn }
  if (request.method !== 'GET' || isStream(request)) throw refuse('signed-out')
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
    const { isOperator } = member.signedIn.member
    if (isOperator && visit.request.method === 'GET' && !isStream(visit.request)) throw redirect(paths.operator)
    throw refuse('forbidden')
  }
  if (!mayDo(seller.role, permission)) throw refuse('forbidden')
  const { read } = ownRows(visit.hub, seller.id)
  const roleNow = async () => (await visit.again()).signedIn?.sellers.find(({ id }) => id === seller.id)?.role ?? null
  return { ...member, member: member.signedIn.member, seller, read, roleNow }
}

type Authorize<T> = (visit: VisitArgs) => T

async function readFormOf<T extends VisitArgs>(args: RouteArgs, authorize: Authorize<T>): Promise<WithForm<T>> {
  const visit = authorize(visitArgs(args))
  const form = await readForm(visit)
  return { ...(await authorizeAgain(visit, authorize, tokenOf(form))), form }
}
