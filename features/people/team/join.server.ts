import { errorCode } from '#lib/error-text.ts'
import type { AccountsHub } from '#features/people/accounts/accounts-hub.ts'
import { countAttempts, type AttemptOutcome } from '#features/people/accounts/attempts.server.ts'
import { addRole, hashPassword, insertMember, memberOf } from '#features/people/accounts/members.server.ts'
import { passwordProblem, type PasswordProblem } from '#features/people/accounts/password-rules.ts'
import { selectSeller } from '#features/people/accounts/sessions-db.server.ts'
import { refuseLink } from '#features/people/accounts/sign-in.server.ts'
import { spellEmail } from '#features/people/accounts/spell-email.server.ts'
import { looksLikeEmail } from '#web/form-answer.ts'
import type { Role } from '#web/roles.ts'
import { invitationOf, consumeInvitation, isFor } from './invitations.server.ts'
import { maxNameLength } from './team.ts'

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

export type JoinOutcome =
  | { ok: true; sellerId: number; memberId: string; role: Role }
  | { ok: false; reason: NotJoinedReason }
  | TooMany

/** Joins a team with the current account and switches the session to that seller. */
export async function joinTeam(
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

export type SignUpOutcome =
  | { ok: true; sellerId: number; memberId: string; email: string; role: Role }
  | {
      ok: false
      reason: NotJoinedReason | 'no-name' | 'long-name' | 'no-email' | 'known-email' | PasswordProblem
    }
  | TooMany

/** Creates an account by an invitation, which is then used. A mailed invitation determines the address. */
export async function signUp(
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
