import type { StatusTone } from '#shui/status/status.tsx'
import { certain } from '#lib/certain.ts'
import { trimmed } from '#lib/trimmed.ts'

/** A line of an order at the pack station. Units. */
export interface PackLine {
  /** Its place in the order, from 1: with the order's number it names the line. */
  position: number
  title: string
  variation: string | null
  sku: string | null
  itemNumber: string
  bin: string | null
  image: string | null
  /** Still to be sent. */
  units: number
  packed: number
}

/** An order to be packed. */
export interface PackOrder {
  number: string
  /** What must not be missed: the address changed after something was printed. */
  warning: string | null
  /** Whom and where to, and how: "Lola Okonkwo, Bristol, Tracked 24". */
  about: string
  due: { text: string; tone: StatusTone } | null
  /** What the buyer wrote. */
  note: string | null
  /** What the team wrote about the order for itself. */
  privateNote: string | null
  /** Null: it is no gift. */
  gift: { title: string; message: string | null } | null
  lines: PackLine[]
}

/** A unit that was packed, or taken out again. Sent to the hub in the order in which it happened, each once. */
export interface PackEvent {
  /** A UUID, drawn on the device: sent twice, it is one event. */
  id: string
  order: string
  position: number
  /** 1 packs a unit, -1 takes one out. */
  change: 1 | -1
  /** ISO 8601, by the device's clock. */
  at: string
}

/** What the last thing done led to: what is said and sounded. */
export type PackSaid =
  | { kind: 'packed'; title: string; packed: number; units: number }
  | { kind: 'unpacked'; title: string }
  | { kind: 'opened'; order: string }
  | { kind: 'complete'; order: string }
  | { kind: 'wrong'; code: string; expected: string[] }
  | { kind: 'enough'; title: string; units: number }
  | { kind: 'unknown'; code: string }
  | { kind: 'refused'; order: string; why: PackRefusal; by: string | null }

/** Why the hub did not take a unit that was packed on a device. */
export type PackRefusal = 'not-to-pack' | 'enough' | 'none-packed' | 'unknown-line'

/** The station: what is to be packed, which order lies open. */
export interface PackState {
  orders: readonly PackOrder[]
  /** The number of the order that is being packed. */
  current: string | null
  said: PackSaid | null
}

/** What is left of a line. */
const leftOf = ({ units, packed }: PackLine) => units - packed

/** Units of an order that are still to be packed. */
export function unitsLeft({ lines }: PackOrder): number {
  return lines.reduce((sum, line) => sum + leftOf(line), 0)
}

/** Whether everything of an order is packed. */
export const isComplete = (order: PackOrder) => unitsLeft(order) === 0

const sameCode = (a: string | null, b: string) => a !== null && a.toLowerCase() === b.toLowerCase()
const isOf = (line: PackLine, code: string) => sameCode(line.sku, code) || line.itemNumber === code

/** The step of the station, and the event that the hub is to be told of, if there is one. `draw` gives its id and moment. */
export interface PackStep {
  state: PackState
  event: PackEvent | null
}

type Draw = () => Pick<PackEvent, 'id' | 'at'>

/**
 * A code that was scanned or typed: an order's number opens it; a SKU or an item number packs a unit of the open order,
 * and where none is open, or the open one is complete, of the first that waits for one.
 */
export function scanCode(state: PackState, typed: string, draw: Draw): PackStep {
  const code = trimmed(typed)
  const none = (said: PackSaid, current = state.current): PackStep => ({
    state: { ...state, current, said },
    event: null,
  })
  if (code === '') return { state, event: null }
  const named = state.orders.find((order) => order.number === code)
  if (named) return none({ kind: 'opened', order: code }, code)
  const open = state.orders.find((order) => order.number === state.current)
  if (open && !isComplete(open)) {
    const lines = open.lines.filter((line) => isOf(line, code))
    const line = lines.find((each) => leftOf(each) > 0)
    if (line) return changeUnits(state, { order: open.number, position: line.position, change: 1 }, draw)
    if (lines[0]) return none({ kind: 'enough', title: lines[0].title, units: lines[0].units })
    return none({ kind: 'wrong', code, expected: open.lines.filter((each) => leftOf(each) > 0).map(codeOf) })
  }
  for (const order of state.orders) {
    const line = order.lines.find((each) => isOf(each, code) && leftOf(each) > 0)
    if (line) return changeUnits(state, { order: order.number, position: line.position, change: 1 }, draw)
  }
  return none({ kind: 'unknown', code })
}

/** How a line is asked for: by its SKU, or by what it is called where it has none. */
const codeOf = ({ sku, title }: PackLine) => sku ?? title

/** Packs a unit of a line, or takes one out. Nothing happens where there is none to pack, or none to take out. */
export function changeUnits(
  state: PackState,
  { order: number, position, change }: Pick<PackEvent, 'order' | 'position' | 'change'>,
  draw: Draw,
): PackStep {
  const line = state.orders.find((order) => order.number === number)?.lines.find((each) => each.position === position)
  if (!line || (change === 1 ? leftOf(line) : line.packed) === 0) return { state, event: null }
  const event = { ...draw(), order: number, position, change }
  const orders = applyEvent(state.orders, event)
  const order = certain(
    orders.find((each) => each.number === number),
    'its line was found',
  )
  const packed = line.packed + change
  const said: PackSaid =
    change === -1
      ? { kind: 'unpacked', title: line.title }
      : isComplete(order)
        ? { kind: 'complete', order: number }
        : { kind: 'packed', title: line.title, packed, units: line.units }
  return { state: { orders, current: number, said }, event }
}

/** The orders after an event, whatever came before it: never less than none packed, never more than there are. */
export function applyEvent(orders: readonly PackOrder[], { order: number, position, change }: PackEvent): PackOrder[] {
  return orders.map((order) =>
    order.number === number
      ? {
          ...order,
          lines: order.lines.map((line) =>
            line.position === position
              ? { ...line, packed: Math.min(line.units, Math.max(0, line.packed + change)) }
              : line,
          ),
        }
      : order,
  )
}

/** Opens an order of the list; nothing changes where it is not to be packed any more. */
export function openOrder(state: PackState, number: string): PackState {
  const isThere = state.orders.some((order) => order.number === number)
  return isThere ? { ...state, current: number, said: { kind: 'opened', order: number } } : state
}

/** Shows the list of orders in place of the open one. */
export const closeOrder = (state: PackState): PackState => ({ ...state, current: null, said: null })

/** Leaves the open order for later: the next that is not complete, from its place on, lies open. */
export function skipOrder(state: PackState): PackState {
  const { orders, current } = state
  const from = orders.findIndex((order) => order.number === current) + 1
  const next = [...orders.slice(from), ...orders.slice(0, from)].find(
    (order) => order.number !== current && !isComplete(order),
  )
  return { ...state, current: next?.number ?? null, said: next ? { kind: 'opened', order: next.number } : null }
}
