import { expect } from 'vitest'
import { minorOf, type OrderBody } from './kit/index.ts'
import { trackingNumberOf, type ConnectableHub } from './testing-hub.ts'

/** What happened to an order, as the shop has it. */
export interface AfterSale {
  parcels: { trackingNumber: string | null; units: number[] }[]
  /** In minor units. */
  refunds: number[]
}

export const nothing: AfterSale = { parcels: [], refunds: [] }
export const parcelOf = (nth: number) => ({ trackingNumber: trackingNumberOf(nth), units: [1] })

/** Parcels and refunds of an order, as the hub has them. */
export async function afterSaleIn(hub: ConnectableHub, id: string): Promise<AfterSale> {
  const { parcels = [], refunds = [] } = (await hub.orders()).get(id) ?? {}
  return {
    parcels: parcels.map(({ trackingNumber, contents }) => ({
      trackingNumber,
      units: contents.map(({ quantity }) => quantity),
    })),
    refunds: refunds.map(({ amount }) => minorOf(amount)).toSorted((a, b) => a - b),
  }
}

/** What an order costs in the hub after its edits, in minor units: without what went back for them. */
export async function worthIn(hub: ConnectableHub, id: string): Promise<number> {
  const order = (await hub.orders()).get(id)
  if (!order) throw new Error(`The hub has no order ${id}.`)
  const named = new Set(order.cancellations.map(({ refund }) => refund))
  const isOfEdit = ({ id: key, reason, external }: (typeof order.refunds)[number]) =>
    reason.endsWith('_CANCEL') || named.has(key) || external?.startsWith('edit')
  const gone = order.refunds.filter(isOfEdit)
  return gone.reduce(
    (left, { amount }) => left - minorOf(amount),
    minorOf({ value: order.total, currency: order.currency }),
  )
}

/** All kinds of orders that the contract is about are among these. */
export function expectAllKinds(orders: readonly OrderBody[]): void {
  const some = (is: (order: OrderBody) => boolean) => orders.some(is)
  expect({
    orders: orders.length,
    guest: some(({ buyer }) => !buyer.id),
    discount: some(({ lines }) => lines.some(({ discount }) => discount && minorOf(discount) > 0)),
    taxes: new Set(orders.flatMap(({ lines }) => lines.flatMap(({ taxes }) => taxes?.map(({ rate }) => rate) ?? [])))
      .size,
    currencies: new Set(orders.map(({ currency }) => currency)).size,
    deliveries: new Set(orders.map(({ delivery }) => delivery ?? 'SHIP')),
    noSku: some(({ lines }) => lines.some(({ sku }) => !sku)),
  }).toEqual({
    orders: 40,
    guest: true,
    discount: true,
    taxes: 2,
    currencies: 2,
    deliveries: new Set(['SHIP', 'DIGITAL', 'COLLECT']),
    noSku: true,
  })
}
