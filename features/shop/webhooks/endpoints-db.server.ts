import { sql, type Kysely } from 'kysely'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Row, Schema } from '#db/schema.ts'
import { day } from '#lib/duration.ts'
import { parseEventType, type EventType } from './event.ts'
import { newSecret } from './signature.ts'

/** Where events are sent to, without its secret. */
export interface Endpoint {
  id: string
  /** Null is the marketplace's, which gets the events of all sellers. */
  sellerId: number | null
  url: string
  /** Null is all. */
  types: EventType[] | null
  madeBy: string
  madeAt: Date
  pausedAt: Date | null
  /** Until when the former secret signs too. */
  formerUntil: Date | null
}

/** Endpoints of one owner at most. */
export const maxEndpoints = 10

/** Milliseconds for which both secrets sign after a change. */
const overlap = day

const sealKey = (secret: string) => `webhook secret ${secret}`
const seal = (secret: string, data: string) => symmetricEncrypt({ key: sealKey(secret), data })

/** Opens a sealed secret; null where the hub's own secret is another one now. */
const open = (secret: string, data: string) => symmetricDecrypt({ key: sealKey(secret), data }).catch(() => null)

/** Former secrets that sign too, at most: those of one who changes it again before all receivers have changed over. */
const mostFormer = 3

interface Services {
  db: { owner: Kysely<Schema> }
  secret: string
  now: () => Date
}

/** What became of a new endpoint. `known`: its owner has one with this address. */
export type AddOutcome = { ok: true; id: string; secret: string } | { ok: false; reason: 'known' | 'many' }

/**
 * Adds an endpoint, with the secret that is given or with a new one, which is returned here and nowhere again. Its address, which
 * `urlProblem` has found none in, is kept as browsers spell it: each is there once.
 */
export async function addEndpoint(
  { db, secret, now }: Services,
  {
    sellerId,
    url,
    types,
    madeBy,
    secret: own = newSecret(),
  }: Pick<Endpoint, 'sellerId' | 'url' | 'types' | 'madeBy'> & { secret?: string },
): Promise<AddOutcome> {
  const sealed = await seal(secret, own)
  const { href } = new URL(url)
  return db.owner.transaction().execute(async (tx) => {
    // Two who add at once take turns, so that the limit holds.
    await sql`select pg_advisory_xact_lock(lock_number(${`webhooks of ${sellerId}`}))`.execute(tx)
    const others = await listEndpoints(tx, sellerId)
    if (others.some((other) => new URL(other.url).href === href)) return { ok: false, reason: 'known' }
    if (others.length >= maxEndpoints) return { ok: false, reason: 'many' }
    const { id } = await tx
      .insertInto('webhook_endpoints')
      .values({ seller_id: sellerId, url: href, types, secret: sealed, made_by: madeBy, made_at: now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { ok: true, id, secret: own }
  })
}

const ofOwner = (db: Kysely<Schema>, sellerId: number | null) =>
  db.selectFrom('webhook_endpoints').selectAll().where('seller_id', 'is not distinct from', sellerId)

/** The endpoints of a seller, or the marketplace's own; first the oldest. */
export async function listEndpoints(db: Kysely<Schema>, sellerId: number | null): Promise<Endpoint[]> {
  return (await ofOwner(db, sellerId).orderBy('made_at').orderBy('id').execute()).map(endpointOf)
}

/** An endpoint of that owner; null for anything else. */
export async function findEndpoint(
  db: Kysely<Schema>,
  { id, sellerId }: Pick<Endpoint, 'id' | 'sellerId'>,
): Promise<Endpoint | null> {
  const row = await ofOwner(db, sellerId).where('id', '=', id).executeTakeFirst()
  return row ? endpointOf(row) : null
}

/** Lets nobody else change an endpoint until the transaction ends. */
export async function lockEndpoint(db: Kysely<Schema>, id: string): Promise<void> {
  await db.selectFrom('webhook_endpoints').select('id').where('id', '=', id).forUpdate().execute()
}

/** Gives an endpoint a new secret, which is returned; those until now sign too for a day. */
export async function rotateSecret(services: Services, id: string): Promise<string> {
  const own = newSecret()
  await services.db.owner.transaction().execute(async (tx) => {
    await lockEndpoint(tx, id)
    await setSecret({ ...services, db: { owner: tx } }, id, own)
  })
  return own
}

/** Gives an endpoint that is locked this secret, in the same way; where it is its secret already nothing changes. */
export async function setSecret(services: Services, id: string, own: string): Promise<void> {
  const { db, secret, now } = services
  const secrets = (await readSigning(services, [id])).get(id)?.secrets ?? []
  if (secrets[0] === own) return
  const former = secrets.filter((each) => each !== own).slice(0, mostFormer)
  await db.owner
    .updateTable('webhook_endpoints')
    .set({
      secret: await seal(secret, own),
      former_secret: former.length > 0 ? await seal(secret, former.join(' ')) : null,
      former_until: former.length > 0 ? new Date(now().getTime() + overlap) : null,
    })
    .where('id', '=', id)
    .execute()
}

/** Which events an endpoint gets from now on. */
export async function chooseTypes(db: Kysely<Schema>, id: string, types: EventType[] | null): Promise<void> {
  await db.updateTable('webhook_endpoints').set({ types }).where('id', '=', id).execute()
}

/** Pauses an endpoint, or lets it go on: what happens meanwhile waits. */
export async function pauseEndpoint(db: Kysely<Schema>, id: string, pausedAt: Date | null): Promise<void> {
  await db.updateTable('webhook_endpoints').set({ paused_at: pausedAt }).where('id', '=', id).execute()
}

/** Takes an endpoint away, with all its deliveries. */
export async function removeEndpoint(db: Kysely<Schema>, id: string): Promise<void> {
  await db.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
}

/** Where to send, and what signs now: the newest secret first, then the former ones. Without one the hub's own secret has changed. */
export interface SigningEndpoint {
  id: string
  url: string
  secrets: string[]
}

/** Reads endpoints with their secrets: for whoever sends. */
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
    // One that a later hub knew is none here.
    types: row.types && row.types.flatMap((type) => parseEventType(type) ?? []),
    madeBy: row.made_by,
    madeAt: row.made_at,
    pausedAt: row.paused_at,
    formerUntil: row.former_until,
  }
}
