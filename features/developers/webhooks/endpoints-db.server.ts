import { sql, type Kysely } from 'kysely'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Row, Schema } from '#db/schema.ts'
import { day } from '#lib/duration.ts'
import { parseEventType, type EventType } from './event.ts'
import { newSecret } from '#lib/webhook-signature.ts'

/** A webhook endpoint without its secret. */
export interface Endpoint {
  id: string
  /** Null: the marketplace's, which gets the events of all sellers. */
  sellerId: number | null
  url: string
  /** Null: all types. */
  types: EventType[] | null
  madeBy: string
  madeAt: Date
  pausedAt: Date | null
  /** Until when the former secret signs, too. */
  formerUntil: Date | null
}

export const maxEndpoints = 10

/** Milliseconds during which old and new secret sign. */
const overlap = day

const sealKey = (secret: string) => `webhook secret ${secret}`
const seal = (secret: string, data: string) => symmetricEncrypt({ key: sealKey(secret), data })

/** Decrypts a secret; null if the hub's own secret has changed. */
const open = (secret: string, data: string) => symmetricDecrypt({ key: sealKey(secret), data }).catch(() => null)

/** Maximum former secrets that sign at once, after several changes in a row. */
const maxFormer = 3

interface Services {
  db: { owner: Kysely<Schema> }
  secret: string
  now: () => Date
}

/** `known`: the owner already has an endpoint with this URL. */
export type AddOutcome = { ok: true; id: string; secret: string } | { ok: false; reason: 'known' | 'many' }

/**
 * Adds an endpoint with the given or a new secret, which is only returned here. Expects a URL checked by `urlProblem`;
 * normalises it and rejects duplicates.
 */
export async function addEndpoint(
  { db, secret, now }: Services,
  {
    sellerId,
    url,
    types,
    madeBy,
    secret: endpointSecret = newSecret(),
  }: Pick<Endpoint, 'sellerId' | 'url' | 'types' | 'madeBy'> & { secret?: string },
): Promise<AddOutcome> {
  const sealed = await seal(secret, endpointSecret)
  const { href } = new URL(url)
  return db.owner.transaction().execute(async (tx) => {
    // Concurrent additions are serialised, so that the limit holds.
    await sql`select pg_advisory_xact_lock(lock_number(${`webhooks of ${sellerId}`}))`.execute(tx)
    const existing = await listEndpoints(tx, sellerId)
    if (existing.some((other) => new URL(other.url).href === href)) return { ok: false, reason: 'known' }
    if (existing.length >= maxEndpoints) return { ok: false, reason: 'many' }
    const { id } = await tx
      .insertInto('webhook_endpoints')
      .values({ seller_id: sellerId, url: href, types, secret: sealed, made_by: madeBy, made_at: now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { ok: true, id, secret: endpointSecret }
  })
}

const ofOwner = (db: Kysely<Schema>, sellerId: number | null) =>
  db.selectFrom('webhook_endpoints').selectAll().where('seller_id', 'is not distinct from', sellerId)

/** The endpoints of a seller or of the marketplace, oldest first. */
export async function listEndpoints(db: Kysely<Schema>, sellerId: number | null): Promise<Endpoint[]> {
  return (await ofOwner(db, sellerId).orderBy('made_at').orderBy('id').execute()).map(endpointOf)
}

export async function findEndpoint(
  db: Kysely<Schema>,
  { id, sellerId }: Pick<Endpoint, 'id' | 'sellerId'>,
): Promise<Endpoint | null> {
  const row = await ofOwner(db, sellerId).where('id', '=', id).executeTakeFirst()
  return row ? endpointOf(row) : null
}

/** Locks an endpoint until the transaction ends. */
export async function lockEndpoint(db: Kysely<Schema>, id: string): Promise<void> {
  await db.selectFrom('webhook_endpoints').select('id').where('id', '=', id).forUpdate().execute()
}

/** Generates a new secret and returns it; former secrets sign for another day. */
export async function rotateSecret(services: Services, id: string): Promise<string> {
  const endpointSecret = newSecret()
  await services.db.owner.transaction().execute(async (tx) => {
    await lockEndpoint(tx, id)
    await setSecret({ ...services, db: { owner: tx } }, id, endpointSecret)
  })
  return endpointSecret
}

/** Sets the secret of a locked endpoint like `rotateSecret`; no effect if it is already set. */
export async function setSecret(services: Services, id: string, endpointSecret: string): Promise<void> {
  const { db, secret, now } = services
  const secrets = (await readSigning(services, [id])).get(id)?.secrets ?? []
  if (secrets[0] === endpointSecret) return
  const former = secrets.filter((each) => each !== endpointSecret).slice(0, maxFormer)
  await db.owner
    .updateTable('webhook_endpoints')
    .set({
      secret: await seal(secret, endpointSecret),
      former_secret: former.length > 0 ? await seal(secret, former.join(' ')) : null,
      former_until: former.length > 0 ? new Date(now().getTime() + overlap) : null,
    })
    .where('id', '=', id)
    .execute()
}

export async function chooseTypes(db: Kysely<Schema>, id: string, types: EventType[] | null): Promise<void> {
  await db.updateTable('webhook_endpoints').set({ types }).where('id', '=', id).execute()
}

/** Pauses or resumes an endpoint; events are queued meanwhile. */
export async function pauseEndpoint(db: Kysely<Schema>, id: string, pausedAt: Date | null): Promise<void> {
  await db.updateTable('webhook_endpoints').set({ paused_at: pausedAt }).where('id', '=', id).execute()
}

/** Deletes an endpoint and its deliveries. */
export async function removeEndpoint(db: Kysely<Schema>, id: string): Promise<void> {
  await db.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
}

/** An endpoint with its valid secrets, newest first; none if the hub's own secret has changed. */
export interface SigningEndpoint {
  id: string
  url: string
  secrets: string[]
}

export async function readSigning(
  { db, secret, now }: Services,
  ids: readonly string[],
): Promise<Map<string, SigningEndpoint>> {
  const rows = await db.owner.selectFrom('webhook_endpoints').selectAll().where('id', 'in', ids).execute()
  const read = rows.map(async (row): Promise<[string, SigningEndpoint]> => {
    const former = row.former_until && row.former_until > now() ? [row.former_secret ?? ''] : []
    const opened = await Promise.all([row.secret, ...former].map((sealed) => open(secret, sealed)))
    return [row.id, { id: row.id, url: row.url, secrets: opened.flatMap((each) => each?.split(' ') ?? []) }]
  })
  return new Map(await Promise.all(read))
}

function endpointOf(row: Row<'webhook_endpoints'>): Endpoint {
  return {
    id: row.id,
    sellerId: row.seller_id,
    url: row.url,
    // Drops types of a later hub version.
    types: row.types && row.types.flatMap((type) => parseEventType(type) ?? []),
    madeBy: row.made_by,
    madeAt: row.made_at,
    pausedAt: row.paused_at,
    formerUntil: row.former_until,
  }
}
