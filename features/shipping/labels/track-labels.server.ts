import { sql } from 'kysely'
import { overAllSellers, type SellerDb } from '#db/client.ts'
import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { Row } from '#db/schema.ts'
import { trackParcel } from '#features/shipping/fulfilment/track-parcel-db.server.ts'
import { day, hour } from '#lib/duration.ts'
import { forEachIsolated, type ReportFailure } from '#web/for-each-isolated.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import { shipLabel } from './finish-label-db.server.ts'
import { providerFor, readLabelSettings } from './label-accounts-db.server.ts'
import { LabelError, type LabelEvent } from '#features/shipping/label-providers/label-provider.ts'

/** How long a label is asked about, and how long between two asks: webhooks are faster. */
const [askedFor, askedEvery] = [60 * day, 3 * hour]
const batch = 100

/**
 * Applies the carrier's events on labels of an account, in any order and as often as they come. The first scan ships a
 * parcel that is not shipped yet, if the shop wants that. Returns the number of labels that they are about.
 */
export async function applyLabelEvents(
  db: SellerDb,
  { sellerId, accountId, now }: { sellerId: number; accountId: number; now: Date },
  events: readonly LabelEvent[],
): Promise<number> {
  const settings = await readLabelSettings(db, sellerId)
  const seen = new Set<number>()
  for (const event of events.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const label = await findLabel(db, { sellerId, accountId, of: event.label })
    if (!label || label.case_id !== null) continue
    seen.add(label.id)
    const parcel = { key: label.label_key }
    const track = () => trackParcel(db, { sellerId, parcel, kind: event.kind, at: event.at })
    const tracked = await track()
    if (tracked.ok || tracked.reason !== 'unknown' || settings?.ships_at !== 'SCAN' || label.state !== 'BOUGHT')
      continue
    await shipLabel(db, label, event.at)
    await track()
  }
  if (seen.size > 0)
    await updateOfSeller(db, 'labels', sellerId)
      .set({ tracked_at: now })
      .where('id', 'in', [...seen])
      .execute()
  return seen.size
}

const findLabel = (
  db: SellerDb,
  { sellerId, accountId, of }: { sellerId: number; accountId: number; of: LabelEvent['label'] },
): Promise<Row<'labels'> | undefined> => {
  const own = selectOfSeller(db, 'labels', sellerId).selectAll().where('account_id', '=', accountId)
  return 'id' in of
    ? own.where('provider_label_id', '=', of.id).executeTakeFirst()
    : own.where('tracking_number', '=', of.trackingNumber).orderBy('id', 'desc').limit(1).executeTakeFirst()
}

type TrackHub = Pick<Hub, 'db' | 'now' | 'config' | 'secret'>

/** Asks providers about labels that are on their way and that no webhook has told of lately. Returns how many it asked. */
export async function askForTracking(hub: TrackHub, report: ReportFailure, signal: AbortSignal): Promise<number> {
  let asked = 0
  while (!signal.aborted) {
    const due = await findUntracked(hub)
    const { done } = await forEachIsolated(due, (label) => askAbout(hub, label), report)
    asked += done.length
    if (due.length < batch) return asked
  }
  return asked
}

type Untracked = Pick<Row<'labels'>, 'id'> & { sellerId: number }

async function findUntracked({ db, now }: TrackHub): Promise<Untracked[]> {
  const at = now().getTime()
  const { rows } = await sql<Untracked>`${overAllSellers}
    select seller_id as "sellerId", id from labels l
    where state = 'BOUGHT' and case_id is null and bought_at > ${new Date(at - askedFor)}
      and coalesce(tracked_at, bought_at) <= ${new Date(at - askedEvery)}
      and not exists (select from shipments s where s.seller_id = l.seller_id and s.parcel_key = l.label_key
        and s.state in ('DELIVERED', 'RETURNED_TO_SENDER'))
    order by seller_id, id limit ${batch}`.execute(db.owner)
  return rows
}

async function askAbout(hub: TrackHub, { sellerId, id }: Untracked): Promise<void> {
  const { read, write } = ownRows(hub, sellerId)
  const now = hub.now()
  const { label, account } = await read(async (db) => {
    const row = await selectOfSeller(db, 'labels', sellerId).selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const of = selectOfSeller(db, 'label_accounts', sellerId).selectAll()
    return { label: row, account: await of.where('id', '=', row.account_id).executeTakeFirstOrThrow() }
  })
  const events = await eventsOf(hub, account, label)
  await write(async (db) => {
    await applyLabelEvents(db, { sellerId, accountId: account.id, now }, events)
    await updateOfSeller(db, 'labels', sellerId).set({ tracked_at: now }).where('id', '=', id).execute()
  })
}

/** A provider that does not answer is asked again after the usual time. */
async function eventsOf(hub: TrackHub, account: Row<'label_accounts'>, label: Row<'labels'>): Promise<LabelEvent[]> {
  try {
    return await providerFor(account, hub).track(label.provider_label_id ?? '')
  } catch (error) {
    if (error instanceof LabelError) return []
    throw error
  }
}
