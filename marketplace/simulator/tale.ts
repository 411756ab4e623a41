import type { CaseAnswer, EventAnswer, OrderAnswer } from './answers.ts'

/** A case as reported by the hub. */
export interface CaseTale {
  number: string
  kind: CaseAnswer['kind']
  state: string
  offerPercent: number | null
  /** Wall time of its current state. */
  since: number
  /** Number of moves; decisions are redrawn at each. */
  moves: number
}

/** An order's data from the hub, and the acts performed on it. */
export interface Tale {
  /** The seller's id in the marketplace. */
  seller: string
  /** Whether it ships to another country. */
  isAbroad: boolean
  order: OrderAnswer
  cases: Map<string, CaseTale>
  /** The seller's messages: time and case. */
  heard: { at: number; case: string | null }[]
  /** Keys of acts that are done or finally refused. */
  done: Set<string>
}

/** Open orders of a story by id. */
export type Tales = Map<string, Tale>

/** Updates the tale from the hub's order. */
export function noteOrder(
  tales: Tales,
  { seller, country }: { seller: string; country: string },
  order: OrderAnswer,
): Tale {
  const known = tales.get(order.id)
  if (known) {
    known.order = order
    return known
  }
  const isAbroad = order.shipTo.country !== country
  const tale: Tale = { seller, isAbroad, order, cases: new Map(), heard: [], done: new Set() }
  tales.set(order.id, tale)
  return tale
}

/** Updates the tale from the hub's case. */
export function noteCase({ cases }: Tale, told: CaseAnswer, at: number): void {
  const known = cases.get(told.number)
  if (known?.state === told.state && known.offerPercent === told.offerPercent) return
  const { number, kind, state, offerPercent } = told
  cases.set(number, { number, kind, state, offerPercent, since: at, moves: (known?.moves ?? 0) + 1 })
}

/** Updates the tale from an event of this story's orders. */
export function noteEvent(tales: Tales, { data, timestamp }: EventAnswer, country: string): void {
  if (!data.order) return
  const tale = noteOrder(tales, { seller: data.seller, country }, data.order)
  const at = Date.parse(timestamp)
  if (data.case) noteCase(tale, data.case, at)
  if (data.message?.from === 'SELLER') tale.heard.push({ at, case: data.message.case })
}

const closedStates = ['CLOSED', 'CLOSED_SELLER', 'CLOSED_BUYER']

export const isOpen = ({ state }: CaseTale) => !closedStates.includes(state)

/** Whether nothing further happens unless somebody starts something new. */
export function isOver({ order, cases }: Tale): boolean {
  if ([...cases.values()].some(isOpen)) return false
  if (['CANCELLED', 'REFUNDED'].includes(order.status)) return true
  const isShipped = order.lines.every(({ quantity, shipped, cancelled }) => shipped + cancelled >= quantity)
  return isShipped && order.paidAt !== null
}
