import { sql, type Kysely } from 'kysely'
import type { Row, Schema } from '#db/schema.ts'
import { day } from '#lib/duration.ts'
import { eventDays, type PlacedEvent } from './event.ts'
import { nextAttempt, triedFor, waitOf } from './retry-schedule.ts'
import type { SendOutcome } from './send.server.ts'

/** A delivery that this process tries now. */
export type ClaimedDelivery = Row<'webhook_deliveries'>

/** Whether somebody tries it at this moment. */
export const isUnderWay = (row: Row<'webhook_deliveries'>) =>
  row.state === 'WAITING' && row.attempts > 0 && row.answer_status === null && row.failure === null

/** What one thing is about goes in order: an order, or a listing. */
const entityOf = (event: PlacedEvent) =>
  event.order_id === null
    ? `listing ${event.seller_id} ${event.listing_id}`
    : `order ${event.seller_id} ${event.order_id}`

const giveUpAt = (now: Date) => new Date(now.getTime() + triedFor)

/** Notes for each endpoint what it is to get of these events, in their order. One that is paused gets it later. */
export async function recordDeliveries(db: Kysely<Schema>, events: readonly PlacedEvent[], now: Date): Promise<void> {
  const endpoints = await db.selectFrom('webhook_endpoints').select(['id', 'seller_id', 'types']).execute()
  const wanted = events.flatMap((event) =>
    endpoints
      .filter(({ seller_id: of }) => of === null || of === event.seller_id)
      .filter(({ types }) => types === null || types.includes(event.type))
      .map(({ id }) => ({ endpoint: id, event })),
  )
  if (wanted.length === 0) return
  const column = <T>(of: (each: (typeof wanted)[number]) => T) => wanted.map(of)
  await sql`
    insert into webhook_deliveries (endpoint_id, seller_id, event_id, event_key, type, entity, made_at, due_at, give_up_at)
    select endpoint_id, told.seller_id, event_id, event_key, type, entity, ${now}::timestamptz, ${now}::timestamptz, ${giveUpAt(now)}::timestamptz
    from unnest(
      ${column(({ endpoint }) => endpoint)}::text[],
      ${column(({ event }) => event.seller_id)}::bigint[],
      ${column(({ event }) => event.id)}::bigint[],
      ${column(({ event }) => event.event_key)}::text[],
      ${column(({ event }) => event.type)}::text[],
      ${column(({ event }) => entityOf(event))}::text[]
    ) with ordinality told (endpoint_id, seller_id, event_id, event_key, type, entity, nth)
    -- One that is taken away at this moment gets nothing, and holds up no other.
    join webhook_endpoints p on p.id = told.endpoint_id
    order by nth for key share of p`.execute(db)
}

/** Notes a test: it is signed and sent as any other, at once, whatever the endpoint asked for. */
export async function recordTestDelivery(
  db: Kysely<Schema>,
  { endpointId, eventKey, body, now }: { endpointId: string; eventKey: string; body: string; now: Date },
): Promise<void> {
  await db
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
    .execute()
  await leaveAlone(db, endpointId, null)
}

interface Claim {
  now: Date
  /** Until when others leave them alone. */
  until: Date
  /** Endpoints that have enough at a time. */
  busy: readonly string[]
  /** Endpoints that failed last: one at a time tells whether they are back. */
  failing: readonly string[]
  perEndpoint: number
  limit: number
}

/**
 * Takes what is due, each for one process alone, and of one thing only the first: what comes behind it waits until it was delivered, or
 * given up. Whoever dies with one leaves it to another once `until` has passed. What is taken later than it was due, since its endpoint was
 * paused or nobody sent, is tried for as long from now on as it had left then: it would be given up at its first failure otherwise.
 */
export async function claimDeliveries(
  db: Kysely<Schema>,
  { now, until, busy, failing, perEndpoint, limit }: Claim,
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with due as materialized (
      select first.id from webhook_endpoints p
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

/** Keeps what is sent, before it is sent: each further attempt sends the same. */
export async function keepBodies(db: Kysely<Schema>, bodies: ReadonlyMap<number, string>): Promise<void> {
  await sql`
    update webhook_deliveries d set body = u.body
    from unnest(${[...bodies.keys()]}::bigint[], ${[...bodies.values()]}::text[]) u (id, body)
    where d.id = u.id`.execute(db)
}

/** Forgets deliveries of what is no more. */
export async function dropDeliveries(db: Kysely<Schema>, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('id', 'in', ids).execute()
}

interface Answered {
  outcome: SendOutcome
  tookMs: number
  now: Date
  random: number
}

/** How a delivery stands after an attempt. */
export type DeliveryState = Row<'webhook_deliveries'>['state']

/**
 * Notes what an attempt came to: it is delivered, tried again later, or parked. What comes behind it of the same thing waits as long,
 * and may be tried for as long: the pause that put off the end of the one was theirs as well. Somebody who was taken for dead, and had it
 * taken from them, notes nothing.
 */
export async function recordDeliveryAnswer(
  db: Kysely<Schema>,
  { id, attempts, endpoint_id: endpointId, entity, give_up_at }: ClaimedDelivery,
  { outcome, tookMs, now, random }: Answered,
): Promise<DeliveryState> {
  const isDelivered = 'status' in outcome && outcome.status >= 200 && outcome.status < 300
  const wait = isDelivered || !('status' in outcome) ? 0 : waitOf(outcome.retryAfter, now)
  const next = isDelivered ? null : nextAttempt({ attempts, now, giveUpAt: give_up_at, wait, random })
  const state = isDelivered ? 'DELIVERED' : next ? 'WAITING' : 'PARKED'
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({
      state,
      due_at: next ?? now,
      answer_status: 'status' in outcome ? outcome.status : null,
      answer_text: 'status' in outcome ? outcome.text : null,
      failure: 'failure' in outcome ? outcome.failure : null,
      took_ms: Math.round(tookMs),
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'WAITING')
    .executeTakeFirst()
  if (isDelivered && numUpdatedRows > 0n) await bringForward(db, { endpointId, entity, now })
  // What else it is to get waits with it: who has too much to do asked for all of it.
  if (wait > 0) await leaveAlone(db, endpointId, new Date(now.getTime() + wait))
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

/**
 * Makes due what failed before, and what comes behind it or behind the delivered one: the endpoint answers again. Each failed attempt of the schedule earns one more this way and no further one,
 * so that an event which its endpoint refuses for itself does not come with each success of another.
 */
async function bringForward(
  db: Kysely<Schema>,
  { endpointId, entity, now }: { endpointId: string; entity: string; now: Date },
): Promise<void> {
  await sql`
    with failed as materialized (
      select id, entity from webhook_deliveries
      where endpoint_id = ${endpointId} and state = 'WAITING' and due_at > ${now} and attempts > 2 * brought_forward
        -- Neither one that is being tried at this moment (null), nor one that the hub could not write (0).
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

/** Sends nothing to an endpoint until then, or for as long as it asked for before; null ends that. */
async function leaveAlone(db: Kysely<Schema>, endpointId: string, until: Date | null): Promise<void> {
  const waits_until = until && sql<Date>`greatest(waits_until, ${until}::timestamptz)`
  await db.updateTable('webhook_endpoints').set({ waits_until }).where('id', '=', endpointId).execute()
}

/** A page of an endpoint's deliveries, the last first, behind the one with that key; one more than a page has says that there are more. */
export async function listDeliveries(
  db: Kysely<Schema>,
  { endpointId, before, limit }: { endpointId: string; before: string | null; limit: number },
): Promise<ClaimedDelivery[]> {
  const all = db.selectFrom('webhook_deliveries').selectAll().where('endpoint_id', '=', endpointId)
  const place = before
    ? await db
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('endpoint_id', '=', endpointId)
        .where('delivery_key', '=', before)
        .executeTakeFirst()
    : undefined
  const behind = place ? all.where('id', '<', place.id) : all
  return behind.orderBy('id', 'desc').limit(limit).execute()
}

/** How the last attempt to each endpoint ended; none where nothing was sent yet. */
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

/** Tries a delivery again at once, for three days more, whatever became of it. False where the endpoint has none such. */
export async function retryDelivery(
  db: Kysely<Schema>,
  { endpointId, key, now }: { endpointId: string; key: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({ state: 'WAITING', attempts: 0, brought_forward: 0, due_at: now, give_up_at: giveUpAt(now) })
    .where('endpoint_id', '=', endpointId)
    .where('delivery_key', '=', key)
    // One that is being tried at this moment is not tried twice.
    .where((where) =>
      where.or([
        where('state', '<>', 'WAITING'),
        where('attempts', '=', 0),
        where('answer_status', 'is not', null),
        where('failure', 'is not', null),
      ]),
    )
    .executeTakeFirst()
  // Somebody wants to see it arrive: now, whatever the endpoint asked for.
  if (numUpdatedRows > 0n) await leaveAlone(db, endpointId, null)
  return numUpdatedRows > 0n
}

/** Forgets deliveries that were kept long enough. A job runs it. */
export async function removeOldDeliveries(db: Kysely<Schema>, now: Date): Promise<void> {
  await db
    .deleteFrom('webhook_deliveries')
    .where('made_at', '<', new Date(now.getTime() - eventDays * day))
    .execute()
}
