import type { CaseAnswer, EventAnswer, OrderAnswer } from './answers.ts'

/** A case of an order, as far as the hub told of it. */
export interface CaseTale {
  number: string
  kind: CaseAnswer['kind']
  state: string
  offerPercent: number | null
  /** When it came into this state, on the wall. */
  since: number
  /** How many times it has moved: a buyer who has decided once decides anew at the next move. */
  moves: number
}

/** What is known of an order: what the hub told, and what was done about it here. */
export interface Tale {
  /** The seller's id in the marketplace. */
  seller: string
  /** Whether it goes to another country than the seller's. */
  isAbroad: boolean
  order: OrderAnswer
  cases: Map<string, CaseTale>
  /** What the seller wrote: when, and about which case. */
  heard: { at: number; case: string | null }[]
  /** Acts that are over, by their keys: done, or refused for good. */
  done: Set<string>
}

/** All open orders of a story by their ids. */
export type Tales = Map<string, Tale>

/** Takes note of an order as the hub has just told it. */
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

/** Takes note of a case as the hub has just told it. */
export function noteCase({ cases }: Tale, told: CaseAnswer, at: number): void {
  const known = cases.get(told.number)
  if (known?.state === told.state && known.offerPercent === told.offerPercent) return
  const { number, kind, state, offerPercent } = told
  cases.set(number, { number, kind, state, offerPercent, since: at, moves: (known?.moves ?? 0) + 1 })
}

/** Takes note of what happened to an order of this story. */
export function noteEvent(tales: Tales, { data, timestamp }: EventAnswer, country: string): void {
  if (!data.order) return
  const tale = noteOrder(tales, { seller: data.seller, country }, data.order)
  const at = Date.parse(timestamp)
  if (data.case) noteCase(tale, data.case, at)
  if (data.message?.from === 'SELLER') tale.heard.push({ at, case: data.message.case })
}

const closedStates = ['CLOSED', 'CLOSED_SELLER', 'CLOSED_BUYER']

export const isOpen = ({ state }: CaseTale) => !closedStates.includes(state)

/** Whether nothing can come of it any more, unless somebody begins something new. */
export function isOver({ order, cases }: Tale): boolean {
  if ([...cases.values()].some(isOpen)) return false
  if (['CANCELLED', 'REFUNDED'].includes(order.status)) return true
  const isShipped = order.lines.every(({ quantity, shipped, cancelled }) => shipped + cancelled >= quantity)
  return isShipped && order.paidAt !== null
}
