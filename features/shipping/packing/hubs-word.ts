import { applyEvent, isComplete, type PackEvent, type PackOrder, type PackState } from './pack-station.ts'
import type { PackAnswer } from './pack-view.server.ts'

// The hub's word holds: its orders in place of the device's, with what it has not heard of yet.

/** The station after an answer to what it told; what was refused is said. */
export function reconciled(
  state: PackState,
  { refused, orders, gone }: PackAnswer,
  waiting: readonly PackEvent[],
): PackState {
  const fresh = new Map(orders.map((order) => [order.number, order]))
  const now = state.orders
    .filter(({ number }) => !gone.includes(number))
    .map((order) => fresh.get(order.number) ?? order)
  const answered = waiting.filter(({ order }) => fresh.has(order)).reduce(applyEvent, now)
  const [no] = refused
  return {
    orders: answered,
    current: state.current && gone.includes(state.current) ? null : state.current,
    said: no ? { kind: 'refused', order: no.order, why: no.why, by: no.by } : state.said,
  }
}

/**
 * The station with all that is to be packed by now. The order that lies open stays so; where it is not to be packed any
 * more that is said, but not of one that is packed: it has been shipped.
 */
export function refreshed(state: PackState, orders: readonly PackOrder[], waiting: readonly PackEvent[]): PackState {
  const now = waiting.reduce(applyEvent, orders)
  const open = state.orders.find(({ number }) => number === state.current)
  if (!open || now.some(({ number }) => number === open.number)) return { ...state, orders: now }
  const { number: order } = open
  return {
    orders: now,
    current: null,
    said: isComplete(open) ? null : { kind: 'refused', order, why: 'not-to-pack', by: null },
  }
}
