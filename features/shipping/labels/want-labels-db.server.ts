import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { deleteOfSeller, updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { Row } from '#db/schema.ts'
import { lockOrders } from '#features/core/order/locked-orders-db.server.ts'
import { isUnshipped, type OrderNumber } from '#features/core/order/order.ts'
import type { ParcelKey } from '#features/shipping/fulfilment/parcel.ts'
import { minute } from '#lib/duration.ts'
import { dateAt, startOfDay } from '#lib/zoned-time.ts'
import { readAccounts, readLabelSettings } from './label-accounts-db.server.ts'
import { readLabelOrders, type LabelOrder } from './label-order-db.server.ts'
import { missingCustoms, type MissingCustoms, type ParcelChoice } from './label-parcel.ts'
import type { LabelFormat } from '#features/shipping/label-providers/label-provider.ts'
import { liveStates } from './label.ts'

/** A label that a member asks for; the key makes it idempotent. */
export interface LabelRequest extends ParcelChoice {
  key: ParcelKey
  number: OrderNumber
  /** The return that it is for; null for a parcel to the buyer. */
  caseId: number | null
  accountKey: string
  /** The service by its code, `cheapest` or `fastest`. */
  wish: string
  /** The price that the member saw: the label is not bought for more. */
  limitMinor: number
  currency: string
  format: LabelFormat
  /** Whether the parcel counts as shipped once the label is bought. */
  ships: boolean
  /** Added to the order once the label is bought. */
  tag: string | null
}

export type LabelRefusal =
  | { reason: 'unknown' | 'not-possible-now' | 'nothing-chosen' | 'no-account' | 'no-sender' }
  /** Another label has these units. */
  | { reason: 'more-than-open'; line: number; open: number }
  | { reason: 'customs'; missing: readonly MissingCustoms[] }
  | { reason: 'daily-limit'; limitMinor: number; spentMinor: number }

export type WantOutcome = { ok: true; label: Row<'labels'>; isNew: boolean } | ({ ok: false } & LabelRefusal)

interface Wanting {
  sellerId: number
  /** `isLimited`: the shop's daily limit applies to them. */
  member: { id: string; name: string; isLimited: boolean }
  batch: string | null
  zone: string
  now: Date
}

/** How long whoever works on a label has it alone. */
export const turnMs = 2 * minute

/**
 * Records labels to be bought, one outcome each, in order. Locks the orders, so that no unit gets two labels. The same
 * key again returns the label that it made, or tries a failed one again. With a batch a job buys them, else the caller.
 */
export async function wantLabels(
  db: SellerDb,
  { sellerId, member, batch, zone, now }: Wanting,
  requests: readonly LabelRequest[],
): Promise<WantOutcome[]> {
  const numbers = [...new Set(requests.map(({ number }) => number))]
  const locked = await lockOrders(db, sellerId, numbers)
  const settings = await readLabelSettings(db, sellerId)
  const accounts = await readAccounts(db, sellerId)
  const known = await knownLabels(
    db,
    sellerId,
    requests.map(({ key }) => key),
  )
  let spentMinor = member.isLimited ? await spentToday(db, { sellerId, memberId: member.id, zone, now }) : 0
  const outcomes: WantOutcome[] = []
  for (const request of requests) {
    const before = known.get(request.key)
    if (before && before.state !== 'FAILED') {
      outcomes.push({ ok: true, label: before, isNew: false })
      continue
    }
    // Read again for each: the one before may have taken units of the same order.
    const [order] = await readLabelOrders(db, sellerId, [request.number])
    const account = accounts.find(({ account_key: key }) => key === request.accountKey)
    const refusal = await (async (): Promise<LabelRefusal | null> => {
      const of = locked.get(request.number)
      if (!order || !of) return { reason: 'unknown' }
      if (request.caseId === null && !isUnshipped(of.status)) return { reason: 'not-possible-now' }
      if (!settings) return { reason: 'no-sender' }
      if (!account) return { reason: 'no-account' }
      const limitMinor = settings.daily_limit_minor
      if (member.isLimited && limitMinor !== null && spentMinor + request.limitMinor > limitMinor)
        return { reason: 'daily-limit', limitMinor, spentMinor }
      if (request.caseId !== null && (await hasReturnLabel(db, sellerId, request.caseId)))
        return { reason: 'more-than-open', line: 1, open: 0 }
      return refusedContents(order, request, settings.country)
    })()
    if (refusal || !order || !account) {
      outcomes.push({ ok: false, ...(refusal ?? { reason: 'unknown' }) })
      continue
    }
    spentMinor += request.limitMinor
    const label = await writeLabel(db, { sellerId, member, batch, now, order, accountId: account.id, request, before })
    outcomes.push({ ok: true, label, isNew: true })
  }
  return outcomes
}

function refusedContents(order: LabelOrder, request: LabelRequest, from: string): LabelRefusal | null {
  if (request.contents.length === 0) return { reason: 'nothing-chosen' }
  for (const { line, units } of request.contents) {
    const known = order.lines.find((each) => each.line === line)
    const open = (request.caseId === null ? known?.open : known?.ordered) ?? 0
    if (units > open) return { reason: 'more-than-open', line, open }
  }
  const missing = missingCustoms(order, request.contents, from)
  return missing.length > 0 ? { reason: 'customs', missing } : null
}

const hasReturnLabel = async (db: SellerDb, sellerId: number, caseId: number): Promise<boolean> =>
  (await selectOfSeller(db, 'labels', sellerId)
    .select('id')
    .where('case_id', '=', caseId)
    .where('state', 'in', liveStates)
    .executeTakeFirst()) !== undefined

async function knownLabels(db: SellerDb, sellerId: number, keys: readonly ParcelKey[]) {
  const rows = await selectOfSeller(db, 'labels', sellerId).selectAll().where('label_key', 'in', keys).execute()
  return new Map<string, Row<'labels'>>(rows.map((row) => [row.label_key, row]))
}

/** What a member's labels of today cost, or may cost. */
async function spentToday(
  db: SellerDb,
  { sellerId, memberId, zone, now }: { sellerId: number; memberId: string; zone: string; now: Date },
): Promise<number> {
  const { rows } = await sql<{ minor: number }>`
    select coalesce(sum(coalesce(cost_minor, limit_minor)), 0)::bigint as minor from labels
    where seller_id = ${sellerId} and member_id = ${memberId} and wanted_at >= ${startOfDay(dateAt(now, zone), zone)}
      and state = any (${[...liveStates]})`.execute(db)
  return rows[0]?.minor ?? 0
}

interface Writing extends Omit<Wanting, 'zone'> {
  order: LabelOrder
  accountId: number
  request: LabelRequest
  before: Row<'labels'> | undefined
}

async function writeLabel(
  db: SellerDb,
  { sellerId, member, batch, now, order, accountId, request, before }: Writing,
): Promise<Row<'labels'>> {
  const { key, caseId, wish, limitMinor, currency, format, grams, sizeMm, insuredMinor, signature, ships, tag } =
    request
  const values = {
    order_id: order.id,
    case_id: caseId,
    account_id: accountId,
    state: 'WANTED' as const,
    wish,
    limit_minor: limitMinor,
    currency,
    format,
    grams,
    size_mm: sizeMm && [...sizeMm],
    insured_minor: insuredMinor,
    signature,
    ships,
    tag,
    rate_id: null,
    problem: null,
    batch,
    member_id: member.id,
    member_name: member.name,
    wanted_at: now,
    next_at: batch === null ? new Date(now.getTime() + turnMs) : now,
    asked: 0,
  }
  const label = before
    ? await updateOfSeller(db, 'labels', sellerId)
        .set(values)
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await db
        .insertInto('labels')
        .values({ seller_id: sellerId, label_key: key, ...values })
        .returningAll()
        .executeTakeFirstOrThrow()
  if (before) await deleteOfSeller(db, 'label_lines', sellerId).where('label_id', '=', label.id).execute()
  const idOf = new Map(order.lines.map(({ line, id }) => [line, id]))
  await db
    .insertInto('label_lines')
    .values(
      request.contents.flatMap(({ line, units }) => {
        const lineId = idOf.get(line)
        return lineId === undefined
          ? []
          : { seller_id: sellerId, label_id: label.id, line_item_id: lineId, quantity: units }
      }),
    )
    .execute()
  return label
}
