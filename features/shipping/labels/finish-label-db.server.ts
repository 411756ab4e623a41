import type { SellerDb } from '#db/client.ts'
import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { Row } from '#db/schema.ts'
import { postOwnLabel } from '#features/core/ledger/events/label.ts'
import { writeEntries } from '#features/core/ledger/write-entries-db.server.ts'
import { addOrderEvents } from '#features/core/order/order-events-db.server.ts'
import type { Actor, LabelFacts } from '#features/core/order/order-event.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import type { ParcelKey } from '#features/shipping/fulfilment/parcel.ts'
import { changeTags } from '#features/orders/order-notes/order-tags-db.server.ts'
import { shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { brand } from '#lib/brand.ts'
import { readContents } from './label-order-db.server.ts'
import type { BoughtLabel, LabelFile, VoidState } from '#features/shipping/label-providers/label-provider.ts'

type Label = Row<'labels'>

const actorOf = ({ member_id: id, member_name: name }: Label): Actor =>
  id !== null && name !== null ? { kind: 'MEMBER', id, name } : { kind: 'HUB' }

/** Records a bought label with its cost, once; ships its parcel if the member wanted that. */
export async function finishPurchase(
  db: SellerDb,
  label: Label,
  { bought, now }: { bought: BoughtLabel; now: Date },
): Promise<Label> {
  const { seller_id: sellerId } = label
  const after = await updateOfSeller(db, 'labels', sellerId)
    .set({
      state: 'BOUGHT',
      provider_label_id: bought.id,
      carrier: bought.carrier.slice(0, 60),
      service: bought.service.slice(0, 60),
      tracking_number: bought.trackingNumber?.slice(0, 60) ?? null,
      cost_minor: bought.costMinor,
      currency: bought.currency,
      bought_at: now,
      next_at: null,
      asked: 0,
    })
    .where('id', '=', label.id)
    .where('state', '=', 'BUYING')
    .returningAll()
    .executeTakeFirst()
  if (!after) return readLabel(db, label)
  const files = [fileRow(label, 'LABEL', bought.file)]
  if (bought.customsForm) files.push(fileRow(label, 'CUSTOMS', bought.customsForm))
  await db.insertInto('label_files').values(files).execute()
  await bookLabel(db, after, { chargeId: String(label.id), amountMinor: bought.costMinor, at: now })
  await addOrderEvents(db, {
    sellerId,
    at: now,
    actor: actorOf(label),
    events: [
      {
        orderId: label.order_id,
        kind: 'LABEL_BOUGHT',
        subject: label.label_key,
        before: null,
        after: labelFacts(after),
        requestKey: `label ${label.id}`,
      },
    ],
  })
  if (after.tag !== null) await tagOrder(db, after, { tag: after.tag, now })
  if (after.ships) await shipLabel(db, after, now)
  return after
}

const fileRow = ({ seller_id, id }: Label, part: 'LABEL' | 'CUSTOMS', { type, content }: LabelFile) => ({
  seller_id,
  label_id: id,
  part,
  type,
  content: Buffer.from(content),
})

const readLabel = (db: SellerDb, { seller_id: sellerId, id }: Label): Promise<Label> =>
  selectOfSeller(db, 'labels', sellerId).selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Posts what a label cost, or brought back, once for each charge. */
export async function bookLabel(
  db: SellerDb,
  label: Label,
  { chargeId, amountMinor, at }: { chargeId: string; amountMinor: number; at: Date },
): Promise<void> {
  const { number } = await orderOf(db, label)
  const entries = postOwnLabel({
    labelId: chargeId,
    orderId: label.order_id,
    orderNumber: number,
    at,
    currency: label.currency,
    costMinor: amountMinor,
    description: `${label.carrier}, ${label.service}`,
  })
  await writeEntries(db, label.seller_id, entries)
}

const orderOf = (db: SellerDb, { seller_id: sellerId, order_id: id }: Label) =>
  selectOfSeller(db, 'orders', sellerId).select('order_number as number').where('id', '=', id).executeTakeFirstOrThrow()

const labelFacts = (label: Label): LabelFacts => ({
  carrier: label.carrier ?? '',
  service: label.service ?? '',
  trackingNumber: label.tracking_number,
  costMinor: label.cost_minor ?? 0,
  currency: label.currency,
  isReturn: label.case_id !== null,
})

async function tagOrder(db: SellerDb, label: Label, { tag, now }: { tag: string; now: Date }): Promise<void> {
  const { number } = await orderOf(db, label)
  const change = { numbers: [brand<OrderNumber>(number)], add: [tag], remove: [] }
  await changeTags(db, { sellerId: label.seller_id, actor: actorOf(label), now, change })
}

/** Ships the parcel of a label, under the label's key. Does nothing if its units have left in another parcel. */
export async function shipLabel(db: SellerDb, label: Label, at: Date): Promise<void> {
  const { seller_id: sellerId } = label
  const { number } = await orderOf(db, label)
  const contents = await readContents(db, label)
  await shipOrder(db, {
    sellerId,
    number: brand<OrderNumber>(number),
    actor: actorOf(label),
    now: at,
    parcels: [
      {
        key: brand<ParcelKey>(label.label_key),
        carrier: label.carrier ?? '',
        service: label.service,
        trackingNumber: label.tracking_number,
        shippedAt: at,
        contents: new Map(contents.map(({ line, units }) => [line, units])),
      },
    ],
  })
}

/** Records the provider's decision on a void, and what it pays back. */
export async function finishVoid(
  db: SellerDb,
  label: Label,
  { state, now }: { state: Exclude<VoidState, 'PENDING'>; now: Date },
): Promise<Label> {
  const isVoided = state === 'VOIDED'
  const after = await updateOfSeller(db, 'labels', label.seller_id)
    .set({
      state: isVoided ? 'VOIDED' : 'BOUGHT',
      voided_at: isVoided ? now : null,
      problem: isVoided ? null : 'VOID_REFUSED',
      next_at: null,
      asked: 0,
    })
    .where('id', '=', label.id)
    .where('state', '=', 'VOIDING')
    .returningAll()
    .executeTakeFirst()
  if (!after) return readLabel(db, label)
  if (!isVoided) return after
  await bookLabel(db, after, { chargeId: `${label.id} voided`, amountMinor: -(label.cost_minor ?? 0), at: now })
  await addOrderEvents(db, {
    sellerId: label.seller_id,
    at: now,
    actor: { kind: 'HUB' },
    events: [
      {
        orderId: label.order_id,
        kind: 'LABEL_VOIDED',
        subject: label.label_key,
        before: labelFacts(label),
        after: null,
        requestKey: `void label ${label.id}`,
      },
    ],
  })
  return after
}
