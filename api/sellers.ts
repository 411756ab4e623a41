import { updateOfSeller } from '#db/change-of-seller.ts'
import { sellerLevels } from '#features/core/seller-level/seller-level.ts'
import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import { overAllSellers } from '#db/client.ts'
import type { Row, Schema } from '#db/schema.ts'
import { keepSellerNames } from '#db/seller-names.ts'
import type { ApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import { errorCode } from '#lib/error-text.ts'
import { currency, country, moment, optional, sentMoment, text, webAddress } from './fields.ts'
import { pageOf, pageQuery, readPage } from './cursor.ts'
import {
  answersOf,
  marketplaceEndpoint,
  requireMatch,
  sellerEndpoint,
  sellerParams,
  type Endpoint,
} from './endpoint.ts'
import { ApiProblem } from './problem.ts'
import { timeAwayOfSeller, writeTimeAwayOfSeller } from './seller-away.ts'
import { stockOwners } from './stock-owner.ts'
import { findSellerId, selectSeller, sellerIdOf, type ApiSeller } from './sellers-by-id.ts'

/**
 * Time zones known to this machine. Offsets such as +01:00 are excluded: the database reads them with the opposite
 * sign.
 */
const isTimeZone = (zone: string) => {
  try {
    return /^[a-z]/i.test(zone) && Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

const sellerBody = z
  .strictObject({
    username: z
      .string()
      .regex(
        /^[a-zA-Z0-9][a-zA-Z0-9._-]{1,59}$/,
        'is not a user name: 2 to 60 letters, digits, points, dashes or underscores',
      )
      .meta({ description: 'Name shown to buyers; unique, ignoring case' }),
    displayName: text(100),
    registeredAt: optional(moment()).meta({
      description: 'Time at which the seller joined the marketplace. Default: unchanged; for a new seller, now',
    }),
    country: country(),
    timeZone: z.string().max(60).refine(isTimeZone, 'is not a time zone, such as Europe/London'),
    currency: currency(),
    storeUrl: optional(webAddress()),
    stockOwner: z.enum(stockOwners).nullish().meta({
      description:
        'Which side counts the stock. HUB: the marketplace can only read it. SHOP: it cannot be changed in the hub. null: both sides can change it. Default: unchanged; for a new seller, null',
    }),
    suspended: z.boolean().optional().meta({
      description: 'A suspended seller has nothing on sale and receives no orders. Default: false',
    }),
  })
  .meta({ id: 'SellerBody', description: 'A seller’s data in the marketplace' })

const seller = z
  .object({
    id: z.string(),
    username: z.string(),
    displayName: z.string(),
    registeredAt: sentMoment(),
    country: z.string(),
    timeZone: z.string(),
    currency: z.string(),
    storeUrl: z.string().nullable(),
    stockOwner: z.enum(stockOwners).nullable().describe('Which side counts the stock; null if both can change it'),
    suspended: z.boolean(),
    suspendedAt: sentMoment().nullable(),
    feedbackScore: z.int(),
    level: z.enum(sellerLevels).nullable(),
    away: timeAwayOfSeller.nullable().describe('Present or planned time away; null if none'),
  })
  .meta({ id: 'Seller', description: 'A seller of the marketplace' })

function writeSeller(row: ApiSeller, now: Date): z.input<typeof seller> {
  return {
    id: sellerIdOf(row),
    username: row.username,
    displayName: row.display_name,
    registeredAt: row.registered_at.toISOString(),
    country: row.country,
    timeZone: row.time_zone,
    currency: row.currency,
    storeUrl: row.store_url,
    stockOwner: row.stock_owner,
    suspended: row.suspended_at !== null,
    suspendedAt: row.suspended_at?.toISOString() ?? null,
    feedbackScore: row.feedback_score,
    level: row.level,
    away: writeTimeAwayOfSeller(row, now),
  }
}

/** Refuses time zones unknown to the database, which has its own list. */
async function requireTimeZone(db: Kysely<Schema>, zone: string): Promise<void> {
  const asked = sql`select now() at time zone ${zone}`.execute(db)
  await asked.catch((error: unknown) => {
    if (errorCode(error) !== '22023') throw error
    throw new ApiProblem('invalid-body', {
      errors: [{ pointer: '/timeZone', detail: 'The database does not know this time zone.' }],
    })
  })
}

const lock = (db: Kysely<Schema>, name: string) => sql`select pg_advisory_xact_lock(lock_number(${name}))`.execute(db)

const lockName = (db: Kysely<Schema>, username: string) => lock(db, `seller named ${username.toLowerCase()}`)

/** Locks the seller with this id until the transaction ends; null if new. */
async function lockSeller(db: Kysely<Schema>, key: ApiKey, of: string): Promise<ApiSeller | null> {
  const found = await findSellerId(db, key, of)
  if (found === null) return null
  // Null if deleted in the meantime.
  return (await selectSeller(db, found).forUpdate().executeTakeFirst()) ?? null
}

/**
 * Locks the seller to create or replace, waiting for a concurrent request that creates the same one, so that its user
 * name does not count as taken.
 */
async function sellerToPut(db: Kysely<Schema>, key: ApiKey, put: { id: string; username: string }) {
  await lock(db, `seller with id ${put.id}`)
  const known = await lockSeller(db, key, put.id)
  if (known) return known
  await lockName(db, put.username)
  return lockSeller(db, key, put.id)
}

/**
 * Whether another seller has this user name, ignoring case, because buyers would confuse them. Serializes concurrent
 * requests. There is no constraint, because older sellers may differ only in case.
 */
async function isNamed(db: Kysely<Schema>, username: string, own: number): Promise<boolean> {
  await lockName(db, username)
  const { rows } = await sql`
    select from seller_names where lower(username) = lower(${username}) and seller_id <> ${own} limit 1`.execute(db)
  return rows.length > 0
}

/** Whether anything has a price in the seller's currency, which then cannot change: ten pounds would become ten yen. */
async function hasPrices(db: Kysely<Schema>, sellerId: number): Promise<boolean> {
  const { rows } = await sql`
    select where exists (select from listings where seller_id = ${sellerId}) or exists (select from orders where seller_id = ${sellerId})`.execute(
    db,
  )
  return rows.length > 0
}

const location = (of: string) => `/sellers/${encodeURIComponent(of)}`

const exampleSeller: z.input<typeof sellerBody> = {
  username: 'lens-and-light',
  displayName: 'Lens & Light',
  country: 'GB',
  timeZone: 'Europe/London',
  currency: 'GBP',
}

export const sellerEndpoints: Endpoint[] = [
  marketplaceEndpoint({
    route: 'GET /sellers',
    operationId: 'listSellers',
    summary: 'List sellers',
    scope: 'sellers:read',
    query: pageQuery,
    answers: { 200: { description: 'A page of the sellers that the key has access to', schema: pageOf(seller) } },
    handle: async ({ hub, key, query }) => {
      const page = await readPage({ secret: hub.secret, query, list: 'sellers' }, (after, limit) => {
        const all = hub.db.owner.selectFrom('sellers').selectAll().where('id', '>', after).orderBy('id').limit(limit)
        const seen = key.sellerId === null ? all.modifyEnd(overAllSellers) : all.where('id', '=', key.sellerId)
        return seen.execute()
      })
      return { status: 200, body: { ...page, items: page.items.map((row) => writeSeller(row, hub.now())) } }
    },
  }),
  sellerEndpoint({
    route: 'GET /sellers/{seller}',
    operationId: 'getSeller',
    summary: 'Retrieve a seller',
    scope: 'sellers:read',
    answers: { 200: { description: 'The seller', schema: seller } },
    handle: async ({ hub, seller: found }) => ({ status: 200, body: writeSeller(found, hub.now()) }),
  }),
  marketplaceEndpoint({
    route: 'PUT /sellers/{seller}',
    operationId: 'saveSeller',
    summary: 'Create, update or suspend a seller',
    description: 'The id is the marketplace’s own. Sending the same body again changes nothing.',
    scope: 'sellers:write',
    params: sellerParams,
    body: sellerBody,
    happened: ({ registeredAt }) => ({ '/registeredAt': registeredAt }),
    example: exampleSeller,
    versioned: true,
    answers: answersOf(seller, { 200: 'The seller was updated', 201: 'The seller was created' }),
    problems: ['id-taken', 'not-possible-now'],
    handle: async ({ hub, key, params, body, ifMatch }) => {
      await requireTimeZone(hub.db.owner, body.timeZone)
      const now = hub.now()
      const { isNew, row } = await hub.db.asOwner(async (db) => {
        const known = await sellerToPut(db, key, { id: params.seller, username: body.username })
        requireMatch(ifMatch, known && writeSeller(known, now))
        if (body.username !== known?.username && (await isNamed(db, body.username, known?.id ?? 0)))
          throw new ApiProblem('id-taken', {
            errors: [{ pointer: '/username', detail: 'Another seller has this user name.' }],
          })
        if (known && body.currency !== known.currency && (await hasPrices(db, known.id)))
          throw new ApiProblem('not-possible-now', {
            errors: [{ pointer: '/currency', detail: 'The seller has listings or orders in another currency.' }],
          })
        const facts = factsOf(body, known, now)
        if (known) {
          // A seller found by user name so far stays reachable by it.
          const externalId = known.external_id ?? (body.username === known.username ? null : params.seller)
          const changed = db
            .updateTable('sellers')
            .set({ ...facts, external_id: externalId })
            .where('id', '=', known.id)
            .returningAll()
          const renamed = await changed.executeTakeFirstOrThrow()
          if (renamed.stock_owner === 'HUB')
            await updateOfSeller(db, 'listings', known.id)
              .set({ shop_counts: false })
              .where('shop_counts', '=', true)
              .execute()
          await keepSellerNames(db, [renamed])
          return { isNew: false, row: renamed }
        }
        const added = await db
          .insertInto('sellers')
          .values({ external_id: params.seller, ...facts })
          .returningAll()
          .executeTakeFirstOrThrow()
        await keepSellerNames(db, [added])
        return { isNew: true, row: added }
      })
      return { status: isNew ? 201 : 200, body: writeSeller(row, now), location: location(sellerIdOf(row)) }
    },
  }),
]

function factsOf(body: z.output<typeof sellerBody>, known: Row<'sellers'> | null, now: Date) {
  return {
    username: body.username,
    display_name: body.displayName,
    registered_at: body.registeredAt ? new Date(body.registeredAt) : (known?.registered_at ?? now),
    country: body.country,
    time_zone: body.timeZone,
    currency: body.currency,
    store_url: body.storeUrl ?? null,
    stock_owner: body.stockOwner === undefined ? (known?.stock_owner ?? null) : body.stockOwner,
    suspended_at: body.suspended ? (known?.suspended_at ?? now) : null,
  }
}
