import { createHash, randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { prepared } from '#db/client.ts'
import type { Row, Schema } from '#db/schema.ts'
import { day, minute } from '#lib/duration.ts'
import { sellerWithApiId } from '#web/find-seller.server.ts'
import { keyState, parseApiScope, type ApiScope } from './api-key.ts'

/** An API key without its secret. */
export interface ApiKey {
  id: string
  name: string
  ending: string
  scopes: ApiScope[]
  /** The seller it is limited to; null for the marketplace. */
  sellerId: number | null
  madeBy: string | null
  madeAt: Date
  expiresAt: Date | null
  lastUsedAt: Date | null
  revokedAt: Date | null
}

/** Prefix of all keys, for secret scanners and people. */
const beginning = 'hub_'

/** 256 random bits need neither salt nor a slow hash. */
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

interface NewKey extends Pick<ApiKey, 'name' | 'scopes' | 'sellerId' | 'madeBy'> {
  /** Idempotency key: a repeated request creates one key. */
  id: string
  /** Validity in days; null never expires. */
  days: number | null
  now: Date
}

/** Creates a key and returns its secret, which is not stored. Null if it already exists. */
export async function makeApiKey(
  db: Kysely<Schema>,
  { id, name, scopes, sellerId, madeBy, days, now }: NewKey,
): Promise<{ id: string; secret: string } | null> {
  const secret = beginning + randomBytes(32).toString('base64url')
  const made = await db
    .insertInto('api_keys')
    .values({
      id,
      hash: hashOf(secret),
      ending: secret.slice(-4),
      name,
      scopes: [...new Set(scopes)],
      seller_id: sellerId,
      made_by: madeBy,
      made_at: now,
      expires_at: days === null ? null : new Date(now.getTime() + days * day),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made ? { id, secret } : null
}

export async function countLiveKeys(
  db: Kysely<Schema>,
  { sellerId, now }: { sellerId: number | null; now: Date },
): Promise<number> {
  const { keys } = await db
    .selectFrom('api_keys')
    .select((select) => select.fn.countAll<number>().as('keys'))
    .where('seller_id', sellerId === null ? 'is' : '=', sellerId)
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .executeTakeFirstOrThrow()
  return keys
}

export async function sellersOfKeys(db: Kysely<Schema>, keys: readonly ApiKey[]): Promise<Map<number, string>> {
  const ids = keys.flatMap(({ sellerId }) => sellerId ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('seller_names')
    .select(['seller_id', 'display_name'])
    .where('seller_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.seller_id, row.display_name]))
}

/** The active key with this secret; null otherwise. */
export async function findApiKey(db: Kysely<Schema>, secret: string, now: Date): Promise<ApiKey | null> {
  return (await findApiKeyFor(db, { secret, seller: '', now }))?.key ?? null
}

/** The active key with this secret, and the id of the seller that a request names; both in one statement. */
export async function findApiKeyFor(
  db: Kysely<Schema>,
  { secret, seller, now }: { secret: string; seller: string; now: Date },
): Promise<{ key: ApiKey; namedSellerId: number | null } | null> {
  if (!secret.startsWith(beginning)) return null
  const row = await db
    .selectFrom('api_keys')
    .selectAll()
    .select(sellerWithApiId(db, seller).as('named_seller_id'))
    .where('hash', '=', hashOf(secret))
    .modifyFront(prepared)
    .executeTakeFirst()
  return row && keyState(row, now) === 'live' ? { key: keyOf(row), namedSellerId: row.named_seller_id } : null
}

/** The active key with this id; null otherwise. */
export async function findApiKeyById(db: Kysely<Schema>, id: string, now: Date): Promise<ApiKey | null> {
  const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst()
  return row && keyState(row, now) === 'live' ? keyOf(row) : null
}

/** Records the last use of a key, to the minute. */
export async function recordKeyUse(db: Kysely<Schema>, { id, lastUsedAt }: ApiKey, now: Date): Promise<void> {
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < minute) return
  await db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', id).execute()
}

/** The keys of a seller, or all; the newest first. */
export async function listApiKeys(db: Kysely<Schema>, { sellerId }: { sellerId?: number } = {}): Promise<ApiKey[]> {
  const all = db.selectFrom('api_keys').selectAll().orderBy('made_at', 'desc').orderBy('id')
  const rows = await (sellerId === undefined ? all : all.where('seller_id', '=', sellerId)).execute()
  return rows.map(keyOf)
}

/** Adds scopes to a key, which keeps its secret, from its next request on. */
export async function addKeyScopes(
  db: Kysely<Schema>,
  { id, scopes }: { id: string; scopes: readonly ApiScope[] },
): Promise<void> {
  const added = sql<
    string[]
  >`scopes || array(select s from unnest(${[...scopes]}::text[]) s where s <> all (api_keys.scopes))`
  await db.updateTable('api_keys').set({ scopes: added }).where('id', '=', id).execute()
}

/** Revokes a key at once, if it belongs to `sellerId`. False if no active key matches. */
export async function revokeApiKey(
  db: Kysely<Schema>,
  { id, sellerId, now }: { id: string; sellerId?: number; now: Date },
): Promise<boolean> {
  const standing = db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
  const { numUpdatedRows } = await (
    sellerId === undefined ? standing : standing.where('seller_id', '=', sellerId)
  ).executeTakeFirst()
  return numUpdatedRows > 0n
}

function keyOf(row: Row<'api_keys'>): ApiKey {
  return {
    id: row.id,
    name: row.name,
    ending: row.ending,
    // Drops scopes of a later hub version.
    scopes: row.scopes.flatMap((scope) => parseApiScope(scope) ?? []),
    sellerId: row.seller_id,
    madeBy: row.made_by,
    madeAt: row.made_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  }
}
