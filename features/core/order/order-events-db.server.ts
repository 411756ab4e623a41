import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { BindValue } from '#db/compile-once.ts'
import { readBatchPart, type BatchPart } from '#db/read-batch.ts'
import type { Row } from '#db/schema.ts'
import { rowsOf } from '#db/table-rows.ts'
import { isOfOrder, type OfOrder } from './of-order-db.server.ts'
import { nameOf, type Actor, type OrderEvent, type WrittenOrderEvent } from './order-event.ts'

/** `requestKey` is the idempotency key of the request; the database rejects duplicates. */
type NewEvent = OrderEvent & { orderId: number; requestKey: string | null }

interface NewEvents {
  sellerId: number
  actor: Actor
}

type Happened = { at: Date; events: readonly NewEvent[] } | { events: readonly (NewEvent & { at: Date })[] }

/** Appends to the timelines of orders. Call in the transaction of the change. */
export async function addOrderEvents(
  db: SellerDb,
  { sellerId, actor, ...happened }: NewEvents & Happened,
): Promise<void> {
  const events = 'at' in happened ? happened.events.map((event) => ({ ...event, at: happened.at })) : happened.events
  await db
    .insertInto('order_events')
    .values(
      events.map(({ at, orderId, kind, subject, before, after, requestKey }) => ({
        seller_id: sellerId,
        order_id: orderId,
        happened_at: at,
        actor: actor.kind,
        member_id: actor.kind === 'MEMBER' ? actor.id : null,
        member_name: nameOf(actor),
        kind,
        subject,
        before: before && JSON.stringify(before),
        after: after && JSON.stringify(after),
        request_key: requestKey,
      })),
    )
    .execute()
}

export async function knownRequests(
  db: SellerDb,
  sellerId: number,
  requestKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select request_key as key from order_events
    where seller_id = ${sellerId} and request_key = any(${[...requestKeys]})`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** Reads an order's timeline, oldest first. */
export function readOrderEvents(db: SellerDb, sellerId: number, orderId: number): Promise<WrittenOrderEvent[]> {
  return readBatchPart(db, orderEvents, { sellerId, orderId })
}

const eventRows = rowsOf(
  'order_events',
  (at: BindValue<OfOrder>) => sql`select * from order_events where ${isOfOrder(at)} order by id`,
)

/** An order's timeline, oldest first. */
export const orderEvents: BatchPart<OfOrder, WrittenOrderEvent[]> = {
  ...eventRows,
  read: (rows) => eventRows.read(rows).map(eventOf),
}

function eventOf({
  kind,
  subject,
  before,
  after,
  happened_at: at,
  actor,
  member_id: id,
  member_name: name,
  request_key: requestKey,
}: Row<'order_events'>): WrittenOrderEvent {
  return {
    kind,
    subject,
    before,
    after,
    at,
    requestKey,
    actor: { kind: actor, ...(actor === 'MEMBER' && { id, name }), ...(actor === 'TOOL' && { name }) },
  } as WrittenOrderEvent
}
