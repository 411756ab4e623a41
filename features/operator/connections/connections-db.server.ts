import type { Kysely } from 'kysely'
import { insertRows } from '#db/insert-rows.ts'
import type { Row, Schema } from '#db/schema.ts'
import { refusedKey, type Connection, type ConnectionReport, type RefusedName } from './connection.ts'

export async function listConnections(db: Kysely<Schema>): Promise<Connection[]> {
  const rows = await db.selectFrom('connections').selectAll().orderBy('name').execute()
  const refusals = await refusalsOf(db).execute()
  const byName = Map.groupBy(refusals, ({ connection }) => connection)
  return rows.map((row) => connectionOf(row, byName.get(row.name) ?? []))
}

export async function lockConnection(db: Kysely<Schema>, name: string): Promise<Connection | null> {
  const row = await db.selectFrom('connections').selectAll().where('name', '=', name).forUpdate().executeTakeFirst()
  return row ? connectionOf(row, await refusalsOf(db).where('connection', '=', name).execute()) : null
}

export async function findConnection(db: Kysely<Schema>, name: string): Promise<Connection | null> {
  const row = await db.selectFrom('connections').selectAll().where('name', '=', name).executeTakeFirst()
  return row ? connectionOf(row, await refusalsOf(db).where('connection', '=', name).execute()) : null
}

const refusalsOf = (db: Kysely<Schema>) =>
  db
    .selectFrom('connection_refusals')
    .selectAll()
    .orderBy('since', 'desc')
    .orderBy('direction')
    .orderBy('kind')
    .orderBy('seller')
    .orderBy('id')

interface Reporting {
  name: string
  report: ConnectionReport
  /** The connection until now, locked; null if it is new. */
  known: Connection | null
  /** Requests up to this time were obeyed. */
  obeyedUntil: Date | null
  now: Date
}

/** Replaces a connection by a new report of its connector. Requests that it has not obeyed stay. */
export async function saveReport(
  db: Kysely<Schema>,
  { name, report, known, obeyedUntil, now }: Reporting,
): Promise<void> {
  const isOpen = (at: Date) => obeyedUntil === null || at > obeyedUntil
  const stillAsked = (at: Date | null | undefined) => (at && isOpen(at) ? at : null)
  const values = {
    shop: report.shop,
    shop_version: report.shopVersion,
    connector_version: report.connectorVersion,
    kit_version: report.kitVersion,
    reported_at: now,
    reports_every: report.reportsEvery,
    shop_read_at: report.shopReadAt,
    hub_read_at: report.hubReadAt,
    events_place: report.eventsPlace,
    failure: report.failure,
    failure_why: report.failureWhy && JSON.stringify(report.failureWhy),
    ...report.counts,
    takes_offers: report.takesOffers,
    all_asked_at: stillAsked(known?.allAskedAt),
  }
  const asked = new Map((known?.refused ?? []).map((refusal) => [refusedKey(refusal), refusal.askedAt] as const))
  if (known) await db.updateTable('connections').set(values).where('name', '=', name).execute()
  else
    await db
      .insertInto('connections')
      .values({ name, ...values })
      .execute()
  await db.deleteFrom('connection_refusals').where('connection', '=', name).execute()
  const rows = report.refused.map((refusal) => ({
    connection: name,
    direction: refusal.direction,
    kind: refusal.kind,
    seller: refusal.seller,
    id: refusal.id,
    about: refusal.about,
    reason: refusal.reason,
    code: refusal.why?.code ?? null,
    params: refusal.why?.params ?? null,
    since: refusal.since,
    asked_at: stillAsked(asked.get(refusedKey(refusal))),
  }))
  if (rows.length > 0) await insertRows(db, 'connection_refusals', rows, { json: ['params'] })
}

/**
 * Asks a connector to send one refused item again, or all if `item` is null; false if there is no such connection. In a
 * transaction: requests come one at a time.
 */
export async function requestSendAgain(
  db: Kysely<Schema>,
  { name, item, now }: { name: string; item: RefusedName | null; now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('connections')
    .select('asked_at')
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  // Later than any before: a connector names the last one that it has obeyed.
  const asked_at = new Date(Math.max(now.getTime(), (row.asked_at?.getTime() ?? 0) + 1))
  await db.updateTable('connections').set({ asked_at }).where('name', '=', name).execute()
  if (item)
    await db
      .updateTable('connection_refusals')
      .set({ asked_at })
      .where('connection', '=', name)
      .where('direction', '=', item.direction)
      .where('kind', '=', item.kind)
      .where('seller', '=', item.seller)
      .where('id', '=', item.id)
      .execute()
  else await db.updateTable('connections').set({ all_asked_at: asked_at }).where('name', '=', name).execute()
  return true
}

/** Removes a connection from the list. It returns with the next report of its connector. */
export async function removeConnection(db: Kysely<Schema>, name: string): Promise<void> {
  await db.deleteFrom('connections').where('name', '=', name).execute()
}

function connectionOf(row: Row<'connections'>, refusals: readonly Row<'connection_refusals'>[]): Connection {
  const { listings, orders, told, waiting, refused } = row
  return {
    name: row.name,
    shop: row.shop,
    shopVersion: row.shop_version,
    connectorVersion: row.connector_version,
    kitVersion: row.kit_version,
    reportedAt: row.reported_at,
    reportsEvery: row.reports_every,
    shopReadAt: row.shop_read_at,
    hubReadAt: row.hub_read_at,
    eventsPlace: row.events_place,
    failure: row.failure,
    failureWhy: row.failure_why,
    counts: { listings, orders, told, waiting, refused },
    takesOffers: row.takes_offers,
    allAskedAt: row.all_asked_at,
    refused: refusals.map(({ direction, kind, seller, id, about, reason, code, params, since, asked_at: askedAt }) => ({
      direction,
      kind,
      seller,
      id,
      about,
      reason,
      why: code === null ? null : { code, params: params ?? {} },
      since,
      askedAt,
    })),
  }
}
