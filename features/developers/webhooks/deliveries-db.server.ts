import { sql, type Kysely } from 'kysely'
import { oneRow } from '#db/one-row.ts'
import type { Row, Schema } from '#db/schema.ts'
import { day } from '#lib/duration.ts'
import {
  eventDays,
  isAboutOffer,
  isAboutQuestion,
  offerEntity,
  orderEntity,
  questionEntity,
  removedAtOnce,
  type PlacedEvent,
} from './event.ts'
import { nextAttempt, retryPeriod, retryAfterMs } from './retry-schedule.ts'
import type { SendOutcome } from './send.server.ts'

export type ClaimedDelivery = Row<'webhook_deliveries'>

export const isInProgress = (row: Row<'webhook_deliveries'>) =>
  row.state === 'WAITING' && row.attempts > 0 && row.answer_status === null && row.failure === null

/** The order, listing, question, offer or payout of an event; deliveries of one entity are sent in order. */
function entityOf(event: PlacedEvent): string {
  const { seller_id: sellerId, order_id: order, payout_id: payout, listing_id: listing, subject } = event
  if (isAboutQuestion(event)) return questionEntity(sellerId, subject ?? '')
  if (isAboutOffer(event)) return offerEntity(sellerId, subject ?? '')
  if (order !== null) return orderEntity(sellerId, order)
  return payout === null ? `listing ${sellerId} ${listing}` : `payout ${sellerId} ${payout}`
}

const giveUpAt = (now: Date) => new Date(now.getTime() + retryPeriod)

/** Creates the deliveries of these events for each endpoint, in order; also for paused ones. */
export async function recordDeliveries(db: Kysely<Schema>, events: readonly PlacedEvent[], now: Date): Promise<void> {
  const sellers = [...new Set(events.map((event) => event.seller_id))]
  const { rows: endpoints } = await sql<Pick<Row<'webhook_endpoints'>, 'id' | 'seller_id' | 'types'>>`
    select id, seller_id, types from webhook_endpoints
    where seller_id is null or seller_id = any (${sellers}::bigint[])`.execute(db)
  const ofOwner = Map.groupBy(endpoints, ({ seller_id: of }) => of)
  const matching = events.flatMap((event) =>
    [null, event.seller_id]
      .flatMap((of) => ofOwner.get(of) ?? [])
      .filter(({ types }) => types === null || types.includes(event.type))
      .map(({ id }) => ({ endpoint: id, event })),
  )
  if (matching.length === 0) return
  const column = <T>(of: (each: (typeof matching)[number]) => T) => matching.map(of)
  await sql`
    insert into webhook_deliveries (endpoint_id, seller_id, event_id, event_key, type, entity, made_at, due_at, give_up_at)
    select endpoint_id, created.seller_id, event_id, event_key, type, entity, ${now}::timestamptz, ${now}::timestamptz, ${giveUpAt(now)}::timestamptz
    from unnest(
      ${column(({ endpoint }) => endpoint)}::text[],
      ${column(({ event }) => event.seller_id)}::bigint[],
      ${column(({ event }) => event.id)}::bigint[],
      ${column(({ event }) => event.event_key)}::text[],
      ${column(({ event }) => event.type)}::text[],
      ${column(({ event }) => entityOf(event))}::text[]
    ) with ordinality created (endpoint_id, seller_id, event_id, event_key, type, entity, nth)
    -- An endpoint being removed gets nothing and blocks no other.
    join webhook_endpoints p on p.id = created.endpoint_id
    order by nth for key share of p`.execute(db)
}

/** Creates a test delivery, sent at once even if the endpoint asked to wait. */
export async function recordTestDelivery(
  db: Kysely<Schema>,
  { endpointId, eventKey, body, now }: { endpointId: string; eventKey: string; body: string; now: Date },
): Promise<ClaimedDelivery> {
  const row = await db
    .insertInto('webhook_deliveries')
    .values({
      endpoint_id: endpointId,
      event_key: eventKey,
      type: 'webhook.test',
      entity: eventKey,
      made_at: now,
      due_at: now,
      give_up_at: giveUpAt(now),
      body,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await delayEndpoint(db, endpointId, null)
  return row
}

interface Claim {
  now: Date
  /** When the claim expires. */
  until: Date
  /** Endpoints that get nothing more for now. */
  busy: readonly string[]
  /** Endpoints whose last attempt failed; one delivery at a time shows whether they are back. */
  failing: readonly string[]
  perEndpoint: number
  limit: number
}

/**
 * Claims due deliveries exclusively, only the first of each entity. A delivery claimed late, such as after a pause,
 * keeps its remaining retry time. Claims expire at `until`.
 */
export async function claimDeliveries(
  db: Kysely<Schema>,
  { now, until, busy, failing, perEndpoint, limit }: Claim,
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with recursive waiting (endpoint_id) as (
      -- One index lookup per endpoint with something waiting, however much that is and however many others there are.
      select min(endpoint_id) from webhook_deliveries where state = 'WAITING'
      union all
      select (select min(d.endpoint_id) from webhook_deliveries d where d.state = 'WAITING' and d.endpoint_id > w.endpoint_id)
      from waiting w where w.endpoint_id is not null
    ), due as materialized (
      select first.id from waiting join webhook_endpoints p on p.id = waiting.endpoint_id
      cross join lateral (
        select d.id from webhook_deliveries d
        where d.endpoint_id = p.id and d.state = 'WAITING' and d.due_at <= ${now}
          and not exists (
            select from webhook_deliveries b
            where b.endpoint_id = p.id and b.entity = d.entity and b.state = 'WAITING' and b.id < d.id
          )
        order by d.due_at, d.id limit case when p.id = any (${[...failing]}::text[]) then 1 else ${perEndpoint}::integer end for update of d skip locked
      ) first
      where p.paused_at is null and (p.waits_until is null or p.waits_until <= ${now}) and p.id <> all (${[...busy]}::text[])
      limit ${limit}
    )
    update webhook_deliveries d set due_at = ${until}, give_up_at = ${now}::timestamptz + (d.give_up_at - d.due_at),
      attempts = d.attempts + 1, tried_at = ${now}, answer_status = null, answer_text = null, failure = null, took_ms = null
    from due where d.id = due.id returning d.*`.execute(db)
  return rows.toSorted((a, b) => a.id - b.id)
}

/** Deletes deliveries whose subject no longer exists. */
export async function dropDeliveries(db: Kysely<Schema>, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('id', 'in', ids).execute()
}

interface AttemptResult {
  outcome: SendOutcome
  tookMs: number
  now: Date
  random: number
}

export type DeliveryState = Row<'webhook_deliveries'>['state']

/**
 * Records the outcome of an attempt: delivered, retried later or parked. Later deliveries of the entity are delayed
 * alike, with the same extension. Has no effect if the claim has expired and was taken over.
 */
export async function recordDeliveryAnswer(
  db: Kysely<Schema>,
  { id, attempts, endpoint_id: endpointId, entity, give_up_at }: ClaimedDelivery,
  { outcome, tookMs, now, random }: AttemptResult,
): Promise<DeliveryState> {
  const isDelivered = 'status' in outcome && outcome.status >= 200 && outcome.status < 300
  const wait = isDelivered || !('status' in outcome) ? 0 : retryAfterMs(outcome.retryAfter, now)
  const next = isDelivered ? null : nextAttempt({ attempts, now, giveUpAt: give_up_at, wait, random })
  const state = isDelivered ? 'DELIVERED' : next ? 'WAITING' : 'PARKED'
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({
      state,
      due_at: next ?? now,
      answer_status: 'status' in outcome ? outcome.status : null,
      answer_text: 'status' in outcome ? keptText(outcome) : null,
      failure: 'failure' in outcome ? outcome.failure : null,
      took_ms: Math.round(tookMs),
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'WAITING')
    .executeTakeFirst()
  if (isDelivered && numUpdatedRows > 0n) await bringForward(db, { endpointId, entity, now })
  // `Retry-After` applies to the endpoint's other deliveries, too.
  if (wait > 0) await delayEndpoint(db, endpointId, new Date(now.getTime() + wait))
  if (next && numUpdatedRows > 0n)
    await db
      .updateTable('webhook_deliveries')
      .set({ due_at: next, give_up_at: sql`greatest(give_up_at, ${give_up_at}::timestamptz)` })
      .where('endpoint_id', '=', endpointId)
      .where('entity', '=', entity)
      .where('state', '=', 'WAITING')
      .where('id', '>', id)
      .where('due_at', '<', next)
      .execute()
  return state
}

/** The text of an answer, which may repeat what was sent: none once that is erased. The hub's own has status 0. */
const keptText = ({ status, text }: { status: number; text: string }) =>
  status === 0 ? text : sql<string | null>`case when body is not null then ${text}::text end`

/**
 * Makes failed deliveries, and those queued behind them, due at once, since the endpoint responds again. Each
 * scheduled failure allows one such retry, so that rejected events are not resent with every success.
 */
async function bringForward(
  db: Kysely<Schema>,
  { endpointId, entity, now }: { endpointId: string; entity: string; now: Date },
): Promise<void> {
  await sql`
    with failed as materialized (
      select id, entity from webhook_deliveries
      where endpoint_id = ${endpointId} and state = 'WAITING' and due_at > ${now} and attempts > 2 * brought_forward
        -- Excludes attempts in progress (null) and events the hub could not render (0).
        and (answer_status > 0 or failure is not null)
      for update skip locked
    ), behind as materialized (
      select id from webhook_deliveries
      where endpoint_id = ${endpointId} and state = 'WAITING' and due_at > ${now} and attempts = 0
        and (entity = ${entity} or entity = any (array(select entity from failed)))
      for update skip locked
    )
    update webhook_deliveries d set due_at = ${now}, brought_forward = brought_forward + least(attempts, 1)
    from (select id from failed union all select id from behind) waits where d.id = waits.id`.execute(db)
}

/** Sends nothing to an endpoint until then, or until a later time set before; null ends the wait. */
async function delayEndpoint(db: Kysely<Schema>, endpointId: string, until: Date | null): Promise<void> {
  const waits_until = until && sql<Date>`greatest(waits_until, ${until}::timestamptz)`
  await db.updateTable('webhook_endpoints').set({ waits_until }).where('id', '=', endpointId).execute()
}

/** From when on deliveries are kept. */
const keptFrom = (now: Date) => new Date(now.getTime() - eventDays * day)

/** An endpoint's deliveries before the one with id `before`, newest first. */
export const listDeliveries = (
  db: Kysely<Schema>,
  { endpointId, before, limit, now }: { endpointId: string; before: number | null; limit: number; now: Date },
): Promise<ClaimedDelivery[]> =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where('made_at', '>=', keptFrom(now))
    .$if(before !== null, (all) => all.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const findDelivery = (
  db: Kysely<Schema>,
  { endpointId, key, now }: { endpointId: string; key: string; now: Date },
): Promise<ClaimedDelivery | undefined> =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where('delivery_key', '=', key)
    .where('made_at', '>=', keptFrom(now))
    .executeTakeFirst()

/** The state after the last attempt to each endpoint; none if nothing was sent yet. */
export async function lastAttempts(
  db: Kysely<Schema>,
  endpointIds: readonly string[],
): Promise<ReadonlyMap<string, DeliveryState>> {
  const { rows } = await sql<{ id: string; state: DeliveryState }>`
    select p.id, d.state from unnest(${[...endpointIds]}::text[]) p (id)
    cross join lateral (
      select state from webhook_deliveries where endpoint_id = p.id and attempts > 0 order by id desc limit 1
    ) d`.execute(db)
  return new Map(rows.map(({ id, state }) => [id, state]))
}

/**
 * Retries a delivery in any state at once, for three more days; leaves one that is being sent alone. Undefined if the
 * endpoint has none with this key.
 */
export async function retryDelivery(
  db: Kysely<Schema>,
  { endpointId, key, now }: { endpointId: string; key: string; now: Date },
): Promise<ClaimedDelivery | undefined> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({ state: 'WAITING', attempts: 0, brought_forward: 0, due_at: now, give_up_at: giveUpAt(now) })
    .where('endpoint_id', '=', endpointId)
    .where('delivery_key', '=', key)
    .where('made_at', '>=', keptFrom(now))
    // Not while an attempt is in progress.
    .where((where) =>
      where.or([
        where('state', '<>', 'WAITING'),
        where('attempts', '=', 0),
        where('answer_status', 'is not', null),
        where('failure', 'is not', null),
      ]),
    )
    .executeTakeFirst()
  // A manual retry overrides the endpoint's `Retry-After`.
  if (numUpdatedRows > 0n) await delayEndpoint(db, endpointId, null)
  return findDelivery(db, { endpointId, key, now })
}

/** Deletes deliveries after their retention. A job runs it. */
export async function removeOldDeliveries(db: Kysely<Schema>, now: Date, piece = removedAtOnce): Promise<void> {
  for (let from = 0; ;) {
    const { first }: { first: number | null } = await oneRow(
      db,
      sql`select min(id) as first from webhook_deliveries where id >= ${from}`,
    )
    if (first === null) return
    from = first + piece
    const { numDeletedRows } = await db
      .deleteFrom('webhook_deliveries')
      .where('id', '>=', first)
      .where('id', '<', from)
      .where('made_at', '<', keptFrom(now))
      .executeTakeFirstOrThrow()
    // Ids are in order of time.
    if (numDeletedRows === 0n) return
  }
}
