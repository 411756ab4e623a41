import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { looksLikeEmail } from '#web/form-answer.ts'
import { passwordProblem, type PasswordProblem } from './password-rules.ts'
import { spellEmail } from './spell-email.server.ts'
import type { Role } from '#web/roles.ts'
import type { AccountsHub } from './accounts-hub.ts'

/** A seller by whatever name the person at the console knows it. */
export interface NamedSeller {
  id: number
  username: string
  displayName: string
}

/** Sellers whose id, user name or id in the marketplace is exactly this: none, one, or several that share it. */
export async function sellersNamed(db: Kysely<Schema>, name: string): Promise<NamedSeller[]> {
  const id = /^\d{1,15}$/.test(name) ? Number(name) : null
  return db
    .selectFrom('sellers')
    .select(['id', 'username', 'display_name as displayName'])
    .where((where) =>
      where.or([
        where('username', '=', name),
        where('external_id', '=', name),
        ...(id === null ? [] : [where('id', '=', id)]),
      ]),
    )
    .orderBy('id')
    .execute()
}

/** The id of the seller with this user name; null where there is none. */
export async function sellerCalled(db: Kysely<Schema>, username: string): Promise<number | null> {
  const row = await db.selectFrom('sellers').select('id').where('username', '=', username).executeTakeFirst()
  return row?.id ?? null
}

export type AddMemberOutcome =
  | { ok: true; memberId: string; isNew: boolean }
  | { ok: false; reason: 'no-email' | 'no-name' | 'exists' | 'has-role' | PasswordProblem }

/**
 * Adds a member, with a password or without one yet; with a seller, in that role there. A member who is already there
 * only gets the role, and becomes an operator where that is asked for; without a seller that is `exists`, with a seller at
 * which they have a role, `has-role`: roles are changed by `setRole`. All or nothing.
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
  const hash = password === null ? null : await (await hub.auth.$context).password.hash(password)
  const id = randomUUID()
  await hub.db.owner.transaction().execute(async (db) => {
    await db.insertInto('members').values({ id, name, email, is_operator: operator }).execute()
    if (hash !== null) {
      const credential = { id: randomUUID(), account_id: id, provider_id: 'credential', member_id: id, password: hash }
      await db.insertInto('credentials').values(credential).execute()
    }
    if (seller) await addRole(db, { memberId: id, sellerId: seller.id, role: seller.role })
  })
  return { ok: true, memberId: id, isNew: true }
}

/** The address under which the hub knows whoever typed this one, which may be nobody. */
export async function addressOf(db: Kysely<Schema>, text: string): Promise<string> {
  const { typed, all } = spellEmail(text)
  const known = all.length > 1 ? await memberOf(db, text) : undefined
  return known?.email ?? typed
}

/** The member with this address, however its domain is spelled, or undefined. */
export async function memberOf(
  db: Kysely<Schema>,
  email: string,
): Promise<{ id: string; name: string; email: string } | undefined> {
  const { typed, all } = spellEmail(email)
  const members = db.selectFrom('members').select(['id', 'name', 'email']).where('email', 'in', all)
  // The one that is spelled so, where there are several from before.
  return members.orderBy((row) => row('email', '=', typed), 'desc').executeTakeFirst()
}

/** Gives a member a first role at a seller. False where they have one, which stays. */
async function addRole(
  db: Kysely<Schema>,
  { memberId, sellerId, role }: { memberId: string; sellerId: number; role: Role },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('memberships')
    .values({ seller_id: sellerId, member_id: memberId, role })
    .onConflict((conflict) => conflict.columns(['seller_id', 'member_id']).doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The member's role at a seller; null where they have none. */
export async function roleOf(
  db: Kysely<Schema>,
  { memberId, sellerId }: { memberId: string; sellerId: number },
): Promise<Role | null> {
  const row = await db
    .selectFrom('memberships')
    .select('role')
    .where('member_id', '=', memberId)
    .where('seller_id', '=', sellerId)
    .executeTakeFirst()
  return row?.role ?? null
}

/** Lets nobody else change a member's role at a seller until the transaction ends. */
export async function lockRole(
  db: Kysely<Schema>,
  { memberId, sellerId }: { memberId: string; sellerId: number },
): Promise<void> {
  await db
    .selectFrom('memberships')
    .select('role')
    .where('member_id', '=', memberId)
    .where('seller_id', '=', sellerId)
    .forUpdate()
    .execute()
}

/** Gives a member a role at a seller, in place of the one they may have. Holds from their next request on. */
export async function setRole(
  db: Kysely<Schema>,
  { memberId, sellerId, role }: { memberId: string; sellerId: number; role: Role },
): Promise<void> {
  await db
    .insertInto('memberships')
    .values({ seller_id: sellerId, member_id: memberId, role })
    .onConflict((conflict) => conflict.columns(['seller_id', 'member_id']).doUpdateSet({ role }))
    .execute()
}

/** Takes a member's role at a seller away, from their next request on. False where they had none. */
export async function removeRole(
  db: Kysely<Schema>,
  { memberId, sellerId }: { memberId: string; sellerId: number },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('memberships')
    .where('member_id', '=', memberId)
    .where('seller_id', '=', sellerId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Removes a member with their sessions, password, roles and one-time links. */
export async function removeMember(db: Kysely<Schema>, memberId: string): Promise<void> {
  await db.deleteFrom('verifications').where('value', '=', memberId).execute()
  await db.deleteFrom('members').where('id', '=', memberId).execute()
}

/** Makes a member an operator of the marketplace, or one no longer. */
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

/** All members by address, or those of one seller. */
export async function listMembers(db: Kysely<Schema>, sellerId: number | null = null): Promise<ListedMember[]> {
  const ofSeller =
    sellerId === null
      ? sql`true`
      : sql`exists (
    select from memberships s where s.member_id = m.id and s.seller_id = ${sellerId})`
  const { rows } = await sql<ListedMember>`
    select m.email, m.name, m.is_operator, m.two_factor_enabled,
           exists (select from credentials c where c.member_id = m.id and c.password is not null) as has_password,
           coalesce(array_agg(s.username || ': ' || r.role order by s.username) filter (where s.id is not null), '{}') as roles
    from members m
    left join memberships r on r.member_id = m.id
    left join sellers s on s.id = r.seller_id
    where ${ofSeller}
    group by m.id order by m.email`.execute(db)
  return rows
}

/** How many owners a seller has. */
export async function ownersOf(db: Kysely<Schema>, sellerId: number): Promise<number> {
  const { owners } = await db
    .selectFrom('memberships')
    .select((select) => select.fn.countAll<number>().as('owners'))
    .where('seller_id', '=', sellerId)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow()
  return owners
}
