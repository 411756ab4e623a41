import { Refusal, type Move } from '../parcel.ts'
import { addLine, type Account } from '../store/accounts.ts'
import { inTransaction, rowsOf } from '../store/open-store.ts'
import type { Carrier, ParcelEvent } from './carrier.ts'
import { findLabel, isMoving, readLabel, type Label, type LabelRow } from './labels.ts'

const words: Record<Move, string> = {
  ACCEPTED: 'Accepted at a post office',
  IN_TRANSIT: 'In transit at a sorting centre',
  DELIVERED: 'Delivered',
  EXCEPTION: 'The address is incomplete: the parcel waits for an answer',
  RETURNED: 'Returned to the sender',
}

export const eventsOf = ({ store }: Carrier, label: Label) =>
  rowsOf<ParcelEvent>(store, 'select * from events where label = ? order by id', label.id)

/** Moves a parcel, and tells the account's webhook. Events need not come in order. */
export function moveParcel(
  carrier: Carrier,
  account: Account,
  { id, kind, text, at = carrier.now() }: { id: string; kind: Move; text?: string | undefined; at?: Date | undefined },
): ParcelEvent {
  const label = findLabel(carrier.store, account, id)
  if (!label.service.isTracked) throw new Refusal(422, 'not-tracked', 'The letter is not tracked')
  return addEvent(carrier, label, { kind, at: at.getTime(), text: text ?? words[kind] })
}

function addEvent(carrier: Carrier, label: Label, event: Omit<ParcelEvent, 'id' | 'label'>): ParcelEvent {
  const { lastInsertRowid } = carrier.store
    .prepare('insert into events (label, kind, at, text) values (?, ?, ?, ?)')
    .run(label.id, event.kind, event.at, event.text)
  const added = { id: Number(lastInsertRowid), label: label.id, ...event }
  carrier.tell(added)
  return added
}

/** The way of a parcel by its number: one in ten has a problem on it, and one in ten comes back. */
function wayOf({ number }: Label): Move[] {
  if (number.endsWith('7')) return ['ACCEPTED', 'EXCEPTION', 'DELIVERED']
  return number.endsWith('9') ? ['ACCEPTED', 'EXCEPTION', 'RETURNED'] : ['ACCEPTED', 'IN_TRANSIT', 'DELIVERED']
}

/** Does what has become due: pays voided labels back, and moves parcels. */
export function settle(carrier: Carrier): void {
  const { store, now, stepMs } = carrier
  const at = now().getTime()
  const due = rowsOf<LabelRow>(store, `select * from labels where void = 'PENDING' and refund_at <= ?`, at)
  for (const row of due) inTransaction(store, () => payBack(carrier, readLabel(row)))
  if (stepMs === null) return
  const moving = rowsOf<LabelRow & { done: number }>(
    store,
    `select labels.*, count(events.id) as done from labels left join events on events.label = labels.id
     where void is null and number like 'XP%'
     group by labels.id having done < 3 and bought_at + (done + 1) * ? <= ?`,
    stepMs,
    at,
  )
  for (const row of moving) {
    const label = readLabel(row)
    const { done } = row
    const kind = wayOf(label)[done]
    if (kind) addEvent(carrier, label, { kind, at: label.boughtAt.getTime() + (done + 1) * stepMs, text: words[kind] })
  }
}

/** Refunds a voided label, unless it was used meanwhile. */
function payBack({ store }: Carrier, label: Label): void {
  const isUsed = isMoving(store, label.id)
  store.prepare('update labels set void = ? where id = ?').run(isUsed ? 'REFUSED' : 'VOIDED', label.id)
  if (isUsed) return
  addLine(store, {
    account: label.account,
    label: label.id,
    kind: 'REFUND',
    at: label.refundAt ?? label.boughtAt,
    minor: -label.minor,
    text: `Refund of ${label.number}`,
  })
}
