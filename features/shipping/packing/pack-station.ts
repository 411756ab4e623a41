import type { StatusTone } from '#shui/status/status.tsx'
import { assertDefined } from '#lib/assert-defined.ts'
import { groupBy } from '#lib/group-by.ts'
import { looksLikeGtin, plainCode } from '#lib/gtin.ts'
import { trimmed } from '#lib/trimmed.ts'

export interface PackLine {
  /** Position in the order, from 1; with the order number and its part it identifies the line. */
  position: number
  /** SKU of a part of a kit; null or absent for other lines. */
  part?: string | null
  /** Title of the kit that it is a part of. */
  kit?: string | null
  title: string
  variation: string | null
  sku: string | null
  itemNumber: string
  /** The product's. Absent from what a station kept before it was scanned. */
  gtin?: string | null
  /** Codes that were assigned to its SKU. Absent as above. */
  codes?: readonly string[] | null
  bin: string | null
  image: string | null
  /** Units still to be shipped. */
  units: number
  packed: number
}

export interface PackOrder {
  number: string
  /** Warning to show first: the address changed after a label or slip was printed. */
  warning: string | null
  /** Recipient, destination and service: "Lola Okonkwo, Bristol, Tracked 24". */
  about: string
  /** Whether it gets a label. Absent from what a station kept before there were orders without one. */
  hasLabel?: boolean
  due: { text: string; tone: StatusTone } | null
  /** The buyer's note. */
  note: string | null
  privateNote: string | null
  /** Null if the order is not a gift. */
  gift: { title: string; message: string | null } | null
  lines: PackLine[]
}

/** A unit packed or unpacked. Events are sent in order, each once. */
export interface PackEvent {
  /** UUID generated on the device; makes retries idempotent. */
  id: string
  order: string
  position: number
  /** As of the line. */
  part?: string | null
  /** 1 packs a unit, -1 unpacks one. */
  change: 1 | -1
  /** ISO 8601, from the device's clock. */
  at: string
}

export type PackNotice =
  | { kind: 'packed'; title: string; packed: number; units: number }
  | { kind: 'unpacked'; title: string }
  | { kind: 'opened'; order: string }
  | { kind: 'complete'; order: string }
  | { kind: 'wrong'; code: string; expected: string[] }
  | { kind: 'several'; code: string; expected: string[] }
  | { kind: 'enough'; title: string; units: number }
  | { kind: 'unknown'; code: string }
  | { kind: 'refused'; order: string; why: PackRefusal; by: string | null }

export type PackRefusal = 'not-to-pack' | 'enough' | 'none-packed' | 'unknown-line'

export interface PackState {
  orders: readonly PackOrder[]
  /** Number of the open order. */
  current: string | null
  notice: PackNotice | null
}

/** Whether an event is of a line. */
export const isLineOf = (
  line: Pick<PackLine, 'position' | 'part'>,
  event: Pick<PackEvent, 'position' | 'part'>,
): boolean => line.position === event.position && (line.part ?? null) === (event.part ?? null)

const leftOf = ({ units, packed }: PackLine) => units - packed

export function unitsLeft({ lines }: PackOrder): number {
  return lines.reduce((sum, line) => sum + leftOf(line), 0)
}

export const isComplete = (order: PackOrder) => unitsLeft(order) === 0

const sameCode = (a: string | null, b: string) => a !== null && a.toLowerCase() === b.toLowerCase()
const isOf = (line: PackLine, code: string) =>
  sameCode(line.sku, code) || line.itemNumber === code || line.codes?.includes(plainCode(code)) === true
/** A variation shares its product's GTIN with others: it names none. */
const isTradedAs = ({ gtin, variation }: PackLine, code: string) =>
  Boolean(gtin) && variation === null && looksLikeGtin(code) && plainCode(gtin ?? '') === plainCode(code)
/** Ways in which a code names a line, the surest first. */
const ways = [isOf, isTradedAs]

/** The next state, and the event to send if any. `draw` supplies its id and time. */
export interface PackStep {
  state: PackState
  event: PackEvent | null
}

type Draw = () => Pick<PackEvent, 'id' | 'at'>

/**
 * Handles a scanned or typed code. An order number opens the order. A SKU, item number or GTIN packs a unit of
 * the open order, or, if none is open or it is complete, of the first order that needs one. An item number that stands for
 * several variations packs none of them.
 */
export function scanCode(state: PackState, typed: string, draw: Draw): PackStep {
  const code = trimmed(typed)
  const none = (notice: PackNotice, current = state.current): PackStep => ({
    state: { ...state, current, notice },
    event: null,
  })
  if (code === '') return { state, event: null }
  if (state.orders.some((order) => order.number === code)) return none({ kind: 'opened', order: code }, code)
  const open = state.orders.find((order) => order.number === state.current)
  const isOpen = open !== undefined && !isComplete(open)
  const searched = isOpen ? [open] : state.orders
  const all = searched.flatMap(({ number, lines }) => lines.map((line) => ({ order: number, line })))
  const named = ways.map((names) => all.filter(({ line }) => names(line, code)))
  // Without an open order, a surer way counts only where something is left.
  const found = named.find((some) => some.some(({ line }) => isOpen || leftOf(line) > 0)) ?? []
  const left = found.filter(({ line }) => leftOf(line) > 0)
  const kinds = variationsOf(left.map(({ line }) => line))
  const [first] = left
  if (first && kinds.length > 1 && !sameCode(first.line.sku, code))
    return none({ kind: 'several', code, expected: kinds.map((each) => each.variation ?? codeOf(each)) })
  if (first) {
    const { position, part = null } = first.line
    return changeUnits(state, { order: first.order, position, part, change: 1 }, draw)
  }
  if (found[0]) return none({ kind: 'enough', title: found[0].line.title, units: found[0].line.units })
  if (!isOpen) return none({ kind: 'unknown', code })
  return none({ kind: 'wrong', code, expected: open.lines.filter((each) => leftOf(each) > 0).map(codeOf) })
}

/** The first line of each variation. */
const variationsOf = (lines: readonly PackLine[]) =>
  [...groupBy(lines, ({ variation }) => variation).values()].map(([line]) => line)

/** Code shown for a line: its SKU, or its title if it has none. */
const codeOf = ({ sku, title }: PackLine) => sku ?? title

/** The line and change that a button's value names: its position, a sign, and its part. */
export function readPressed(value: string): Pick<PackEvent, 'position' | 'part' | 'change'> {
  const [, position = '', sign, part = ''] = /^(\d+) ([+-]) ?(.*)$/s.exec(value) ?? []
  return { position: Number(position), part: part || null, change: sign === '-' ? -1 : 1 }
}

/** Packs or unpacks a unit of a line; does nothing at the limits. */
export function changeUnits(
  state: PackState,
  { order: number, position, part = null, change }: Pick<PackEvent, 'order' | 'position' | 'part' | 'change'>,
  draw: Draw,
): PackStep {
  const line = state.orders
    .find((order) => order.number === number)
    ?.lines.find((each) => isLineOf(each, { position, part }))
  if (!line || (change === 1 ? leftOf(line) : line.packed) === 0) return { state, event: null }
  const event = { ...draw(), order: number, position, ...(part === null ? {} : { part }), change }
  const orders = applyEvent(state.orders, event)
  const order = assertDefined(
    orders.find((each) => each.number === number),
    'its line was found',
  )
  const packed = line.packed + change
  const notice: PackNotice =
    change === -1
      ? { kind: 'unpacked', title: line.title }
      : isComplete(order)
        ? { kind: 'complete', order: number }
        : { kind: 'packed', title: line.title, packed, units: line.units }
  return { state: { orders, current: number, notice }, event }
}

/** Whether the last action packed nothing. */
export const isWrong = ({ kind }: PackNotice): boolean =>
  ['wrong', 'several', 'enough', 'unknown', 'refused'].includes(kind)

/** Applies an event to the orders; packed units stay between 0 and the line's units. */
export function applyEvent(orders: readonly PackOrder[], event: PackEvent): PackOrder[] {
  const { order: number, change } = event
  return orders.map((order) =>
    order.number === number
      ? {
          ...order,
          lines: order.lines.map((line) =>
            isLineOf(line, event) ? { ...line, packed: Math.min(line.units, Math.max(0, line.packed + change)) } : line,
          ),
        }
      : order,
  )
}

/** Opens a listed order; no change if it no longer needs packing. */
export function openOrder(state: PackState, number: string): PackState {
  const isThere = state.orders.some((order) => order.number === number)
  return isThere ? { ...state, current: number, notice: { kind: 'opened', order: number } } : state
}

export const closeOrder = (state: PackState): PackState => ({ ...state, current: null, notice: null })

/** Skips the open order and opens the next incomplete one after it. */
export function skipOrder(state: PackState): PackState {
  const { orders, current } = state
  const from = orders.findIndex((order) => order.number === current) + 1
  const next = [...orders.slice(from), ...orders.slice(0, from)].find(
    (order) => order.number !== current && !isComplete(order),
  )
  return { ...state, current: next?.number ?? null, notice: next ? { kind: 'opened', order: next.number } : null }
}
