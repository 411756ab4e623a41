import { applyEvent, isComplete, type PackEvent, type PackOrder, type PackState } from './pack-station.ts'
import type { PackAnswer } from './pack-view.server.ts'

// The hub is authoritative: its orders replace the device's, plus events that it has not received.

export function applyServerAnswer(
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
    notice: no ? { kind: 'refused', order: no.order, why: no.why, by: no.by } : state.notice,
  }
}

/**
 * Replaces the orders to pack and keeps the open order open. If that order no longer needs packing, says so, unless it
 * is complete: then it has shipped.
 */
export function refreshOrders(
  state: PackState,
  orders: readonly PackOrder[],
  waiting: readonly PackEvent[],
): PackState {
  const now = waiting.reduce(applyEvent, orders)
  const open = state.orders.find(({ number }) => number === state.current)
  if (!open || now.some(({ number }) => number === open.number)) return { ...state, orders: now }
  const { number: order } = open
  return {
    orders: now,
    current: null,
    notice: isComplete(open) ? null : { kind: 'refused', order, why: 'not-to-pack', by: null },
  }
}
