import type { ShipOutcome } from '#features/shipping/fulfilment/parcel.ts'
import { shipOrders, type ShipmentRequest } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { refusedInShort } from '#features/shipping/fulfilment/ship-refusal.server.ts'
import type { ParcelsInverse } from '#features/shipping/fulfilment/take-back-db.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { keepUndo } from '#features/machinery/undo/undos-db.server.ts'
import { pairs } from '#lib/pairs.ts'
import type { Texts } from '#texts/texts.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'

interface ShippedTogether {
  shipped: readonly OrderNumber[]
  refused: readonly { number: OrderNumber; outcome: ShipOutcome & { ok: false } }[]
}

/** Ships the possible orders and records their undo step in one transaction; null if nothing new was shipped. */
export async function shipTogether(
  { member, seller, write }: SellerActionArgs,
  { requests, now }: { requests: readonly ShipmentRequest[]; now: Date },
) {
  const actor = { kind: 'MEMBER', id: member.id, name: member.name } as const
  return write(async (db) => {
    const answered = pairs(requests, await shipOrders(db, { sellerId: seller.id, actor, now, requests }))
    const shippedTogether: ShippedTogether = {
      shipped: answered.flatMap(([{ number }, { ok }]) => (ok ? [number] : [])),
      refused: answered.flatMap(([{ number }, outcome]) => (outcome.ok ? [] : [{ number, outcome }])),
    }
    const made = answered.flatMap(([{ number, parcels }, outcome]) =>
      outcome.ok && !outcome.repeated ? parcels.map(({ key }) => ({ number, key })) : [],
    )
    if (made.length === 0) return { ...shippedTogether, undo: null }
    const inverse: ParcelsInverse = { parcels: made }
    const done = { step: 'shipTogether', said: { n: made.length } } as const
    const id = await keepUndo(db, { ...done, sellerId: seller.id, memberId: member.id, now, kind: 'parcels', inverse })
    return { ...shippedTogether, undo: { ...done, id } }
  })
}

export function notAllWords({ shipped, refused }: ShippedTogether, texts: Texts): string {
  const done = shipped.length > 0 ? [texts.t('ship.together.shipped', { numbers: texts.list([...shipped]) })] : []
  const why = refused.map(({ number, outcome }) =>
    texts.t('ship.together.failed', { number, why: refusedInShort(outcome, texts) }),
  )
  return [...done, ...why].join(' ')
}
