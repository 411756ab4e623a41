import { deleteOfSeller, updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { looksLikeEmail } from '#web/form-answer.ts'
import type { Team } from './last-owner.ts'
import { passwordProblem, type PasswordProblem } from './password-rules.ts'
import { spellEmail } from './spell-email.server.ts'
import type { Role } from '#web/roles.ts'
import type { AccountsHub } from './accounts-hub.ts'
import { recordTeamEvent } from './team-events.server.ts'

export type NamedSeller = Awaited<ReturnType<typeof sellersNamed>>[number]

/** Sellers with exactly this id, user name or external id: none, one or several. */
export async function sellersNamed(db: Kysely<Schema>, name: string) {
  const id = /^\d{1,15}$/.test(name) ? Number(name) : null
  return db
    .selectFrom('seller_names')
    .select(['seller_id as id', 'username', 'display_name as displayName'])
    .where((where) =>
      where.or([
        where('username', '=', name),
        where('external_id', '=', name),
        ...(id === null ? [] : [where('seller_id', '=', id)]),
      ]),
    )
    .orderBy('seller_id')
    .execute()
}

export type AddMemberOutcome =
  | { ok: true; memberId: string; isNew: boolean }
  | { ok: false; reason: 'no-email' | 'no-name' | 'exists' | 'has-role' | PasswordProblem }

/**
 * Adds a member, with or without a password and, if a seller is given, in a role there. An existing member only gets
 * the role or operator rights; otherwise `exists` or `has-role` (use `setRole` to change a role). All or nothing.
 */
export async function addMember(
  hub: Pick<AccountsHub, 'db' | 'auth'>,
  options: {
    email: string
    name: string
    operator?: boolean
    password?: string | null
    seller?: { id: number; role: Role } | null
  },
): Promise<AddMemberOutcome> {
  const { operator = false, password = null, seller = null } = options
  const email = spellEmail(options.email).kept
  const name = options.name.trim()
  if (!looksLikeEmail(email)) return { ok: false, reason: 'no-email' }
  const known = await memberOf(hub.db.owner, email)
  if (known) {
    if (!seller) return { ok: false, reason: 'exists' }
    return hub.db.owner.transaction().execute(async (db) => {
      if (!(await addRole(db, { memberId: known.id, sellerId: seller.id, role: seller.role })))
        return { ok: false, reason: 'has-role' }
      if (operator) await setOperator(db, { memberId: known.id, operator })
      return { ok: true, memberId: known.id, isNew: false }
    })
  }
  if (!name) return { ok: false, reason: 'no-name' }
  const problem = password === null ? null : passwordProblem(password, email)
  if (problem) return { ok: false, reason: problem }
  const hash = password === null ? null : await hashPassword(hub, password)
  const id = await hub.db.owner.transaction().execute(async (db) => {
    const added = await insertMember(db, { name, email, hash, operator })
    if (seller) await addRole(db, { memberId: added, sellerId: seller.id, role: seller.role })
    return added
  })
  return { ok: true, memberId: id, isNew: true }
}

/** Hashes a password. Deliberately slow: do not call in a transaction. */
export async function hashPassword(hub: Pick<AccountsHub, 'auth'>, password: string): Promise<string> {
  return (await hub.auth.$context).password.hash(password)
}

/** Inserts a member, with a password if a hash is given; returns the id. Call in a transaction. */
export async function insertMember(
  db: Kysely<Schema>,
  { name, email, hash, operator = false }: { name: string; email: string; hash: string | null; operator?: boolean },
): Promise<string> {
  const id = randomUUID()
  await db.insertInto('members').values({ id, name, email, is_operator: operator }).execute()
  if (hash !== null) {
    const credential = { id: randomUUID(), account_id: id, provider_id: 'credential', member_id: id, password: hash }
    await db.insertInto('credentials').values(credential).execute()
  }
  return id
}

/** The stored spelling of an e-mail address; there may be no member with it. */
export async function addressOf(db: Kysely<Schema>, text: string): Promise<string> {
  const { typed, all } = spellEmail(text)
  const known = all.length > 1 ? await memberOf(db, text) : undefined
  return known?.email ?? typed
}

/** The member with this address in any spelling of its domain. */
export async function memberOf(
  db: Kysely<Schema>,
  email: string,
): Promise<{ id: string; name: string; email: string } | undefined> {
  const { typed, all } = spellEmail(email)
  const members = db.selectFrom('members').select(['id', 'name', 'email']).where('email', 'in', all)
  // Older data may contain several spellings: prefer the exact one.
  return members.orderBy((row) => row('email', '=', typed), 'desc').executeTakeFirst()
}

interface AtSeller {
  memberId: string
  sellerId: number
}

/** Adds a member's first role at a seller. False if one exists, which stays. Call in a transaction. */
export async function addRole(
  db: Kysely<Schema>,
  { memberId, sellerId, role, by = null }: AtSeller & GivenRole,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('memberships')
    .values({ seller_id: sellerId, member_id: memberId, role })
    .onConflict((conflict) => conflict.columns(['seller_id', 'member_id']).doNothing())
    .executeTakeFirstOrThrow()
  if ((numInsertedOrUpdatedRows ?? 0n) === 0n) return false
  await recordTeamEvent(db, { sellerId, kind: 'joined', by, subject: { memberId }, role })
  // Otherwise a member who is removed could return with it.
  const { email } = await db.selectFrom('members').select('email').where('id', '=', memberId).executeTakeFirstOrThrow()
  await endInvitationsTo(db, { sellerId, email })
  return true
}

/** Ends a seller's open invitations that were mailed to an address, in any spelling. */
export async function endInvitationsTo(
  db: Kysely<Schema>,
  { sellerId, email }: { sellerId: number; email: string },
): Promise<void> {
  await deleteOfSeller(db, 'invitations', sellerId).where('email', 'in', spellEmail(email).all).execute()
}

interface GivenRole {
  role: Role
  /** Name of the member who grants it; null for the marketplace. */
  by?: string | null
}

export async function roleOf(db: Kysely<Schema>, { memberId, sellerId }: AtSeller): Promise<Role | null> {
  const row = await selectOfSeller(db, 'memberships', sellerId)
    .select('role')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row?.role ?? null
}

const teamRows = (db: Kysely<Schema>, sellerId: number) =>
  selectOfSeller(db, 'memberships', sellerId).select(['member_id', 'role']).orderBy('member_id')

const teamFrom = (rows: readonly { member_id: string; role: Role }[]): Team =>
  new Map(rows.map(({ member_id, role }) => [member_id, role]))

export async function readTeam(db: Kysely<Schema>, sellerId: number): Promise<Team> {
  return teamFrom(await teamRows(db, sellerId).execute())
}

/** Reads the team and locks it until the transaction ends. */
export async function lockTeam(db: Kysely<Schema>, sellerId: number): Promise<Team> {
  return teamFrom(await teamRows(db, sellerId).forUpdate().execute())
}

/**
 * Sets a member's role at a seller, effective with the next request. Requires `lockTeam` in the same transaction.
 * Throws if the seller would lose its last owner.
 */
export async function setRole(
  db: Kysely<Schema>,
  { memberId, sellerId, role, by = null }: AtSeller & GivenRole,
): Promise<void> {
  const before = await roleOf(db, { memberId, sellerId })
  if (before === role) return
  if (before === null) return void (await addRole(db, { memberId, sellerId, role, by }))
  await updateOfSeller(db, 'memberships', sellerId).set({ role }).where('member_id', '=', memberId).execute()
  // Only owners may invite, so the open invitations of a former owner end.
  if (before === 'owner') await deleteOfSeller(db, 'invitations', sellerId).where('invited_by', '=', memberId).execute()
  await recordTeamEvent(db, { sellerId, kind: 'role', by, subject: { memberId }, role, roleBefore: before })
}

/**
 * Removes a member's role at a seller, effective with the next request, and their open invitations. False if there was
 * none. Requirements as for `setRole`.
 */
export async function removeRole(
  db: Kysely<Schema>,
  { memberId, sellerId, by = null, hasLeft = false }: AtSeller & { by?: string | null; hasLeft?: boolean },
): Promise<boolean> {
  const removed = await deleteOfSeller(db, 'memberships', sellerId)
    .where('member_id', '=', memberId)
    .returning('role')
    .executeTakeFirst()
  if (!removed) return false
  const kind = hasLeft ? 'left' : 'removed'
  await recordTeamEvent(db, { sellerId, kind, by, subject: { memberId }, roleBefore: removed.role })
  return true
}

export interface LeftTeam {
  seller: { id: number; displayName: string }
  role: Role
}

/** Deletes a member with sessions, password, roles and one-time links. Returns their former teams. */
export function removeMember(db: Kysely<Schema>, memberId: string): Promise<LeftTeam[]> {
  return db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('memberships')
      .innerJoin('seller_names as names', 'names.seller_id', 'memberships.seller_id')
      .select(['names.seller_id as id', 'names.display_name as displayName', 'memberships.role'])
      .where('memberships.member_id', '=', memberId)
      .orderBy('names.seller_id')
      .execute()
    for (const { id: sellerId, role: roleBefore } of rows)
      await recordTeamEvent(tx, { sellerId, kind: 'removed', by: null, subject: { memberId }, roleBefore })
    await tx.deleteFrom('verifications').where('value', '=', memberId).execute()
    await tx.deleteFrom('members').where('id', '=', memberId).execute()
    return rows.map(({ role, ...seller }) => ({ seller, role }))
  })
}

export async function setOperator(
  db: Kysely<Schema>,
  { memberId, operator }: { memberId: string; operator: boolean },
): Promise<void> {
  await db.updateTable('members').set({ is_operator: operator }).where('id', '=', memberId).execute()
}

/** A member in the list of `hub user list`. */
export interface ListedMember {
  email: string
  name: string
  is_operator: boolean
  two_factor_enabled: boolean
  has_password: boolean
  /** `username: role`, by user name. */
  roles: string[]
}

/** All members, or those of one seller, by address. */
export async function listMembers(db: Kysely<Schema>, sellerId: number | null = null): Promise<ListedMember[]> {
  const ofSeller =
    sellerId === null
      ? sql`true`
      : sql`exists (
    select from memberships s where s.member_id = m.id and s.seller_id = ${sellerId})`
  const { rows } = await sql<ListedMember>`
    select m.email, m.name, m.is_operator, m.two_factor_enabled,
           exists (select from credentials c where c.member_id = m.id and c.password is not null) as has_password,
           coalesce(array_agg(s.username || ': ' || r.role order by s.username) filter (where s.seller_id is not null), '{}') as roles
    from members m
    left join memberships r on r.member_id = m.id
    left join seller_names s on s.seller_id = r.seller_id
    where ${ofSeller}
    group by m.id order by m.email`.execute(db)
  return rows
}

export async function sellersOwnedAloneBy(db: Kysely<Schema>, memberId: string): Promise<{ display_name: string }[]> {
  return db
    .selectFrom('memberships as own')
    .innerJoin('seller_names as names', 'names.seller_id', 'own.seller_id')
    .select('names.display_name')
    .where('own.member_id', '=', memberId)
    .where('own.role', '=', 'owner')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('memberships as other')
            .select('other.member_id')
            .whereRef('other.seller_id', '=', 'own.seller_id')
            .where('other.role', '=', 'owner')
            .where('other.member_id', '<>', memberId),
        ),
      ),
    )
    .orderBy('names.display_name')
    .execute()
}
