import { hasErrors, type FieldErrors } from '#web/form-answer.ts'
import type { SellerDb } from '#db/client.ts'
import type { Carrier } from '#features/core/carrier/carrier.ts'
import { isCarrierName, type NewParcel, type ShipOutcome } from '#features/shipping/fulfilment/parcel.ts'
import { readShipped } from '#features/shipping/fulfilment/read-ship-form.server.ts'
import { refusedInShort } from '#features/shipping/fulfilment/ship-refusal.server.ts'
import { shipOrders, type ShipmentRequest } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import type { ParcelsInverse } from '#features/shipping/fulfilment/take-back-db.server.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { keepUndo } from '#features/machinery/undo/undos-db.server.ts'
import { groupBy } from '#lib/group-by.ts'
import { pairs } from '#lib/pairs.ts'
import type { Texts } from '#texts/texts.ts'
import type { ChosenOrder } from './chosen-orders-db.server.ts'
import { isShippable, planSheet, type OpenLine } from './plan-sheet.ts'
import { problemField, problemText, type SheetField } from './problem-words.ts'
import { parcelKeyOf } from './sheet-form.ts'
import type { Sheet, SheetRow } from './sheet.ts'

export interface SentSheet {
  sheetKey: string
  sheet: Sheet
  /** Empty: the service each buyer paid for. */
  service: string
  /** Day in the seller's time zone; empty for today. */
  shipped: string
}

interface SheetContext {
  orders: readonly Pick<ChosenOrder, 'order_number' | 'placed_at' | 'lines'>[]
  /** Keys of parcels that already exist; a repeated submit is not validated again. */
  known: ReadonlySet<string>
  carriers: readonly Carrier[]
  zone: string
  now: Date
  texts: Texts
}

/** Returns the shipment requests of a sheet, and errors by field id. An error does not stop other orders. */
export function readShipmentRequests({ sheetKey, sheet, service, shipped }: SentSheet, against: SheetContext) {
  const { t } = against.texts
  const errors: FieldErrors<SheetField> = {}
  if (!/^[0-9a-f]{16}$/.test(sheetKey)) errors.form = t('ship.error.stale')
  if (service && !isCarrierName(service)) errors.service = t('ship.error.service')
  const isRefused = hasErrors(errors)
  const orders = new Map<string, SheetContext['orders'][number]>(
    against.orders.map((each) => [each.order_number, each]),
  )
  const isKnown = (order: string) =>
    sheet.some((row) => row.order === order && against.known.has(parcelKeyOf(sheetKey, row) ?? ''))
  const lines = new Map<string, readonly OpenLine[]>(
    against.orders.flatMap((each) => (isKnown(each.order_number) ? [] : [[each.order_number, each.lines]])),
  )
  const plans = planSheet(sheet, against.carriers, lines)
  for (const { id } of sheet) {
    const plan = plans.get(id)
    if (plan?.is !== 'problem') continue
    errors[problemField(plan.problem, id)] = problemText(plan.problem, against.texts)
  }
  const parcelOf = (row: SheetRow): NewParcel[] => {
    const plan = plans.get(row.id)
    const key = parcelKeyOf(sheetKey, row)
    const placedAt = orders.get(row.order)?.placed_at
    if (!plan || !isShippable(plan) || !key || !placedAt || isRefused) return []
    const shippedAt = readShipped(shipped, { ...against, placedAt })
    if (!shippedAt) {
      errors.shipped = t('ship.error.shipped')
      return []
    }
    const { carrier } = plan
    const contents = isKnown(row.order) && row.parcel > 1 ? unitsOf(row) : plan.contents
    return [
      { key, carrier, trackingNumber: row.tracking || null, ...(service ? { service } : {}), shippedAt, contents },
    ]
  }
  const requests = [...groupBy(sheet, ({ order }) => order)].flatMap(([order, rows]): ShipmentRequest[] => {
    const number = parseOrderNumber(order)
    const parcels = rows.flatMap(parcelOf)
    return number && parcels.length > 0 ? [{ number, parcels }] : []
  })
  if (requests.length === 0 && !hasErrors(errors)) errors.form = t('shipMany.error.nothing')
  return { requests, errors }
}

/** Typed contents of an added parcel that already exists; there are no unshipped units to validate against. */
const unitsOf = ({ units }: SheetRow) =>
  new Map(
    Object.entries(units).flatMap(([line, typed]) =>
      /^[0-9]{1,6}$/.test(typed) ? [[Number(line), Number(typed)]] : [],
    ),
  )

interface Shipping {
  sellerId: number
  member: { id: string; name: string }
  now: Date
  texts: Texts
}

export interface ShippedSheet {
  shipped: number
  /** Id of the undo step; null if nothing new was shipped. */
  undo: string | null
  /** By order: why it was not shipped, and who shipped first. */
  refused: Record<string, string>
}

/** Ships the requests and records their undo step in one transaction. */
export async function shipSheet(
  db: SellerDb,
  requests: readonly ShipmentRequest[],
  { sellerId, member, now, texts }: Shipping,
): Promise<ShippedSheet> {
  const actor = { kind: 'MEMBER', id: member.id, name: member.name } as const
  const outcomes = await shipOrders(db, { sellerId, actor, now, requests })
  const answered = pairs(requests, outcomes)
  const done = answered.filter(([, outcome]) => isNew(outcome)).map(([request]) => request)
  const refused = Object.fromEntries(
    answered.flatMap(([{ number }, outcome]) => (outcome.ok ? [] : [[number, refusedInShort(outcome, texts)]])),
  )
  const shipped = outcomes.filter(({ ok }) => ok).length
  if (done.length === 0) return { shipped, undo: null, refused }
  const inverse: ParcelsInverse = {
    parcels: done.flatMap(({ number, parcels }) => parcels.map(({ key }) => ({ number, key }))),
  }
  const whose = { sellerId, memberId: member.id, now }
  const undo = await keepUndo(db, { ...whose, kind: 'parcels', step: 'shipMany', said: { n: done.length }, inverse })
  return { shipped, undo, refused }
}

const isNew = (outcome: ShipOutcome) => outcome.ok && !outcome.repeated
