import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { prepared, type Database } from '#db/client.ts'
import { isDatabaseUnavailable } from '#db/failure.ts'
import { isDivided } from '#db/shards.ts'
import { readCookie } from '#lib/cookie.ts'
import { authCookieName, sessionIdle, sessionLifetime } from './auth.server.ts'
import { preferencesFrom } from '#web/preferences.ts'
import type { Role } from '#web/roles.ts'
import type { Seller, SignedIn } from '#web/signed-in.ts'
import { minute } from '#lib/duration.ts'

export interface SessionReader {
  config: { publicUrl: string }
  db: Database
  secret: string
  now: () => Date
}

interface SessionRow extends SellerFacts {
  session_id: string
  session_seller_id: number | null
  session_created_at: Date
  session_updated_at: Date
  member_id: string
  name: string
  email: string
  is_operator: boolean
  two_factor_enabled: boolean
  preferences: Record<string, unknown>
  previous_tool: boolean
  seller_id: number | null
  username: string
  display_name: string
  role: Role
}

/** Null for sellers other than the session's. */
interface SellerFacts {
  seller_time_zone: string | null
  currency: string
  country: string
  feedback_score: number
  store_url: string | null
  level: Seller['level']
  registered_at: Date
  suspended_at: Date | null
  away_from: string | null
  away_to: string | null
  away_listings: 'STAY' | 'PAUSE'
}

/** A session that was never switched uses the oldest membership, also after another seller is added. */
const sessionsSeller = sql`(
  select own.seller_id from memberships own where own.member_id = members.id
  order by own.seller_id <> sessions.seller_id, own.created_at, own.seller_id limit 1)`

const facts = sql`facts.time_zone as seller_time_zone, facts.currency, facts.country, facts.feedback_score, facts.store_url,
  facts.level, facts.registered_at, facts.suspended_at, facts.away_from, facts.away_to, facts.away_listings`

/** One row per seller of the member, or one with a null `seller_id`. Prepared, since every request runs it. */
const sessionQuery = (
  token: string,
  now: Date,
  { columns, from }: { columns: RawBuilder<unknown>; from: RawBuilder<unknown> },
) =>
  sql<SessionRow & { own_seller_id: number | null }>`${prepared}
    select sessions.id as session_id, sessions.seller_id as session_seller_id,
           sessions.created_at as session_created_at, sessions.updated_at as session_updated_at,
           members.id as member_id, members.name, members.email, members.is_operator, members.two_factor_enabled,
           members.preferences, members.previous_tool_since is not null as previous_tool,
           names.seller_id, names.username, names.display_name, memberships.role, ${columns}
    from sessions
    join members on members.id = sessions.member_id
    left join memberships on memberships.member_id = members.id
    left join seller_names names on names.seller_id = memberships.seller_id
    ${from}
    where sessions.token = ${token} and sessions.expires_at > ${now}
    order by memberships.created_at, names.seller_id`

/** Only the session's seller has facts, so that a cluster asks one server. */
const withFacts = {
  columns: facts,
  from: sql`left join lateral session_facts(case when names.seller_id = ${sessionsSeller} then names.seller_id end) facts on true`,
}
const withoutFacts = { columns: sql`${sessionsSeller} as own_seller_id, null as seller_time_zone`, from: sql`` }

/** On a cluster the facts are read by a statement: in a function it would begin and end a transaction on the server. */
async function readRows({ owner }: Database, token: string, now: Date): Promise<SessionRow[]> {
  if (!isDivided(owner)) return (await sessionQuery(token, now, withFacts).execute(owner)).rows
  const { rows } = await sessionQuery(token, now, withoutFacts).execute(owner)
  const own = rows.find((row) => row.seller_id !== null && row.seller_id === row.own_seller_id)
  if (!own) return rows
  const read = sql<SellerFacts>`${prepared} select ${facts} from sellers facts where id = ${own.seller_id}`
  Object.assign(own, (await read.execute(owner)).rows[0])
  return rows
}

/** Minimum milliseconds between two renewals of a session, and the precision of "last seen". */
const renewalInterval = 10 * minute

/**
 * The member of the request's session cookie. Read from the database each time, so that sign-out and lost roles take
 * effect with the next request. Null without a live session.
 */
export async function readSession(hub: SessionReader, request: Request): Promise<SignedIn | null> {
  const token = sessionToken(hub, request)
  if (token === null) return null
  const rows = await readRows(hub.db, token, hub.now())
  const [first] = rows
  if (!first) return null
  await renew(hub, first)
  return signedInFrom(first, rows)
}

/** The session token of the request's cookie; null if the signature is invalid. */
export function sessionToken(hub: Pick<SessionReader, 'config' | 'secret'>, request: Request): string | null {
  const cookie = readCookie(request.headers.get('cookie') ?? '', authCookieName(hub.config, 'session_token'))
  return cookie === null ? null : verifySigned(cookie, hub.secret)
}

/** Verifies a signed better-auth cookie, `value.base64(HMAC-SHA-256)`, and returns its value; null if invalid. */
export function verifySigned(cookie: string, secret: string): string | null {
  const [, value, signature] = /^([\w-]+)\.([\w+/]{43}=)$/.exec(cookie) ?? []
  if (value === undefined || signature === undefined) return null
  const expected = createHmac('sha256', secret).update(value).digest()
  const given = Buffer.from(signature, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : null
}

async function renew(hub: SessionReader, row: SessionRow): Promise<void> {
  const now = hub.now().getTime()
  if (now - row.session_updated_at.getTime() < renewalInterval) return
  const end = Math.min(now + sessionIdle, row.session_created_at.getTime() + sessionLifetime)
  await hub.db.owner
    .updateTable('sessions')
    .set({ updated_at: new Date(now), expires_at: new Date(end) })
    .where('id', '=', row.session_id)
    .execute()
    // Reads still work if the database is read-only, such as with a full disk or on a standby.
    .catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) throw error
    })
}

function signedInFrom(first: SessionRow, rows: SessionRow[]): SignedIn {
  const sellers = rows.flatMap(({ seller_id: id, username, display_name: displayName, role }) =>
    id === null ? [] : [{ id, username, displayName, role }],
  )
  return {
    sessionId: first.session_id,
    member: {
      id: first.member_id,
      name: first.name,
      email: first.email,
      isOperator: first.is_operator,
      twoFactorEnabled: first.two_factor_enabled,
      preferences: preferencesFrom(first.preferences),
      previousTool: first.previous_tool,
    },
    seller: rows.flatMap((row) => sellerFrom(row) ?? [])[0] ?? null,
    sellers,
  }
}

/** The session's seller; null for rows of others. */
function sellerFrom(row: SessionRow): SignedIn['seller'] {
  if (row.seller_id === null || row.seller_time_zone === null) return null
  return {
    id: row.seller_id,
    username: row.username,
    displayName: row.display_name,
    timeZone: row.seller_time_zone,
    currency: row.currency,
    country: row.country,
    feedbackScore: row.feedback_score,
    storeUrl: row.store_url,
    level: row.level,
    registeredAt: row.registered_at,
    suspendedAt: row.suspended_at,
    timeAway:
      row.away_from !== null && row.away_to !== null
        ? { from: row.away_from, to: row.away_to, listings: row.away_listings }
        : null,
    role: row.role,
  }
}
