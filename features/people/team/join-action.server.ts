import { selectOfSeller } from '#db/select-of-seller.ts'
import { redirect } from '#web/router/router.ts'
import { forgetPages } from '#features/people/accounts/forget-pages.ts'
import { passwordLimits, passwordProblem, type PasswordProblem } from '#features/people/accounts/password-rules.ts'
import { signIn, refuseLink } from '#features/people/accounts/sign-in.server.ts'
import { oneOf, secretOf, textOf } from '#lib/form-fields.ts'
import { refused, rateLimited, looksLikeEmail } from '#web/form-answer.ts'
import type { publicAction } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import type { Role } from '#web/roles.ts'
import { notifyTeam } from './team-mails.server.ts'
import { maxNameLength } from './team.ts'
import { errorCode } from '#lib/error-text.ts'
import type { AccountsHub } from '#features/people/accounts/accounts-hub.ts'
import { countAttempts, type AttemptOutcome } from '#features/people/accounts/attempts.server.ts'
import { addRole, hashPassword, insertMember, memberOf } from '#features/people/accounts/members.server.ts'
import { selectSeller } from '#features/people/accounts/sessions-db.server.ts'
import { spellEmail } from '#features/people/accounts/spell-email.server.ts'
import { invitationOf, consumeInvitation, isFor } from './invitations.server.ts'

type TooMany = Extract<AttemptOutcome, { ok: false }>

type NotJoinedReason = 'used-up' | 'has-role' | 'other-address'

/** Thrown to roll back the transaction, so that the invitation stays valid. */
class NotJoined extends Error {
  readonly reason: NotJoinedReason
  constructor(reason: NotJoinedReason) {
    super(reason)
    this.reason = reason
  }
}

type JoinOutcome =
  | { ok: true; sellerId: number; memberId: string; role: Role }
  | { ok: false; reason: NotJoinedReason }
  | TooMany

/** Joins a team with the current account and switches the session to that seller. */
async function joinTeam(
  hub: AccountsHub,
  {
    token,
    member,
    sessionId,
    clientIp,
  }: {
    token: string
    member: { id: string; name: string; email: string }
    sessionId: string
    clientIp: string
  },
): Promise<JoinOutcome> {
  const joined = await notJoinedAsOutcome(async () =>
    hub.db.asOwner(async (db) => {
      const used = await consumeInvitation(db, { token, now: hub.now() })
      if (!used) throw new NotJoined('used-up')
      const { sellerId, role } = used
      if (!isFor(used, member)) throw new NotJoined('other-address')
      if (!(await addRole(db, { memberId: member.id, sellerId, role, by: member.name })))
        throw new NotJoined('has-role')
      await selectSeller(db, { sessionId, memberId: member.id, sellerId })
      return { ok: true, sellerId, memberId: member.id, role } as const
    }),
  )
  return !joined.ok && joined.reason === 'used-up' ? refuseLink(hub, clientIp) : joined
}

async function notJoinedAsOutcome<T>(work: () => Promise<T>): Promise<T | { ok: false; reason: NotJoinedReason }> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof NotJoined)) throw error
    return { ok: false, reason: error.reason }
  }
}

type SignUpOutcome =
  | { ok: true; sellerId: number; memberId: string; email: string; role: Role }
  | {
      ok: false
      reason: NotJoinedReason | 'no-name' | 'long-name' | 'no-email' | 'known-email' | PasswordProblem
    }
  | TooMany

/** Creates an account by an invitation, which is then used. A mailed invitation determines the address. */
async function signUp(
  hub: AccountsHub,
  {
    token,
    name: typedName,
    email: typedEmail,
    password,
    clientIp,
  }: {
    token: string
    name: string
    email: string
    password: string
    clientIp: string
  },
): Promise<SignUpOutcome> {
  const invitation = await invitationOf(hub, token)
  if (!invitation) return refuseLink(hub, clientIp)
  const name = typedName.replaceAll(/\s+/g, ' ').trim()
  if (name === '') return { ok: false, reason: 'no-name' }
  if ([...name].length > maxNameLength) return { ok: false, reason: 'long-name' }
  const email = spellEmail(invitation.email ?? typedEmail).kept
  if (!looksLikeEmail(email)) return { ok: false, reason: 'no-email' }
  const problem = passwordProblem(password, email)
  if (problem) return { ok: false, reason: problem }
  const attempts = await countAttempts(hub, [['join-address', clientIp]])
  if (!attempts.ok) return attempts
  if (await memberOf(hub.db.owner, email)) return { ok: false, reason: 'known-email' }
  const hash = await hashPassword(hub, password)
  try {
    return await notJoinedAsOutcome(async () =>
      hub.db.asOwner(async (db) => {
        const used = await consumeInvitation(db, { token, now: hub.now() })
        if (!used) throw new NotJoined('used-up')
        const { sellerId, role } = used
        const memberId = await insertMember(db, { name, email, hash })
        await addRole(db, { memberId, sellerId, role, by: name })
        return { ok: true, sellerId, memberId, email, role } as const
      }),
    )
  } catch (error) {
    // A concurrent request has just created an account with this address.
    if (errorCode(error) !== '23505') throw error
    return { ok: false, reason: 'known-email' }
  }
}

type Args = Parameters<Parameters<typeof publicAction>[0]>[0]
type Field = 'name' | 'email' | 'password' | 'repeat'

export async function answerJoin(args: Args) {
  const step = oneOf(args.form, 'step', ['join', 'sign-up'])
  if (!step) throw refuse('malformed')
  return step === 'join' ? joinSignedIn(args) : joinAsNew(args)
}

async function joinSignedIn(args: Args) {
  const { hub, url, signedIn, clientIp } = args
  if (!signedIn) throw refuse('signed-out')
  const { member, sessionId } = signedIn
  const token = url.searchParams.get('token') ?? ''
  const outcome = await joinTeam(hub, { token, member, sessionId, clientIp })
  if (!outcome.ok) return refusal(outcome, args)
  await notifyOwners(args, outcome, member.name)
  return redirect(paths.home, { status: 303, headers: forgetPages() })
}

async function joinAsNew(args: Args) {
  const { hub, form, url, request, clientIp, texts, signedIn } = args
  // A second account would be a mistake.
  if (signedIn) return refused<Field>({})
  const values = { name: textOf(form, 'name'), email: textOf(form, 'email') }
  const password = secretOf(form, 'password')
  if (password !== secretOf(form, 'repeat')) return refused<Field>({ repeat: texts.t('accounts.error.repeat') }, values)
  const token = url.searchParams.get('token') ?? ''
  const outcome = await signUp(hub, { token, ...values, password, clientIp })
  if (!outcome.ok) return refusal(outcome, args, values)
  await notifyOwners(args, outcome, values.name)
  const entered = await signIn(hub, { email: outcome.email, password, request, clientIp })
  return redirect(entered.ok ? paths.home : paths.signIn, { status: 303, headers: entered.ok ? entered.cookies : {} })
}

function refusal(
  outcome: Extract<JoinOutcome | SignUpOutcome, { ok: false }>,
  { hub, texts }: Args,
  values: { name?: string; email?: string } = {},
) {
  switch (outcome.reason) {
    case 'too-many':
      return rateLimited<Field>(outcome, { now: hub.now(), texts, values })
    // The loader detects this too, and the page shows it.
    case 'used-up':
    case 'has-role':
    case 'other-address':
      return refused<Field>({}, values)
    case 'no-name':
    case 'long-name':
      return refused<Field>({ name: texts.t(`team.join.error.${outcome.reason}`, { n: maxNameLength }) }, values)
    case 'no-email':
      return refused<Field>({ email: texts.t('accounts.error.email') }, values)
    case 'known-email':
      return refused<Field>({ email: texts.t('team.join.error.known-email') }, values)
    case 'too-short':
    case 'too-long':
    case 'same-as-email':
      return refused<Field>({ password: texts.t(`accounts.error.${outcome.reason}`, passwordLimits) }, values)
  }
}

async function notifyOwners(
  { hub, texts }: Args,
  { sellerId, memberId, role }: { sellerId: number; memberId: string; role: Role },
  name: string,
): Promise<void> {
  const { display_name: displayName } = await selectOfSeller(hub.db.owner, 'seller_names', sellerId)
    .select('display_name')
    .executeTakeFirstOrThrow()
  const event = { kind: 'joined', actor: name, subject: name, role, roleBefore: null } as const
  const seller = { id: sellerId, displayName }
  await notifyTeam(hub, { seller, event, by: memberId, concerns: [], locale: texts.locale })
}
