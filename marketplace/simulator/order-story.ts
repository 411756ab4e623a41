import type { CaseAnswer, EventAnswer, OrderAnswer } from './answers.ts'

export interface CaseStory {
  number: string
  kind: CaseAnswer['kind']
  state: string
  offerPercent: number | null
  /** Wall time of its current state. */
  since: number
  /** Number of moves; decisions are redrawn at each. */
  moves: number
}

export interface OrderStory {
  /** The seller's id in the marketplace. */
  seller: string
  isAbroad: boolean
  order: OrderAnswer
  cases: Map<string, CaseStory>
  /** The seller's messages: time and case. */
  heard: { at: number; case: string | null }[]
  /** Keys of acts that are done or finally refused. */
  done: Set<string>
}

export type OrderStories = Map<string, OrderStory>

export function noteOrder(
  orderStories: OrderStories,
  { seller, country }: { seller: string; country: string },
  order: OrderAnswer,
): OrderStory {
  const known = orderStories.get(order.id)
  if (known) {
    known.order = order
    return known
  }
  const isAbroad = order.shipTo !== null && order.shipTo.country !== country
  const orderStory: OrderStory = { seller, isAbroad, order, cases: new Map(), heard: [], done: new Set() }
  orderStories.set(order.id, orderStory)
  return orderStory
}

export function noteCase({ cases }: OrderStory, ownCase: CaseAnswer, at: number): void {
  const known = cases.get(ownCase.number)
  if (known?.state === ownCase.state && known.offerPercent === ownCase.offerPercent) return
  const { number, kind, state, offerPercent } = ownCase
  cases.set(number, { number, kind, state, offerPercent, since: at, moves: (known?.moves ?? 0) + 1 })
}

export function noteEvent(orderStories: OrderStories, { data, timestamp }: EventAnswer, country: string): void {
  if (!data.order) return
  const orderStory = noteOrder(orderStories, { seller: data.seller, country }, data.order)
  const at = Date.parse(timestamp)
  if (data.case) noteCase(orderStory, data.case, at)
  if (data.message?.from === 'SELLER') orderStory.heard.push({ at, case: data.message.case })
}

const closedStates = ['CLOSED', 'CLOSED_SELLER', 'CLOSED_BUYER']

export const isOpen = ({ state }: CaseStory) => !closedStates.includes(state)

/** Whether nothing further happens unless somebody starts something new. */
export function isOver({ order, cases }: OrderStory): boolean {
  if ([...cases.values()].some(isOpen)) return false
  if (['CANCELLED', 'REFUNDED'].includes(order.status)) return true
  const isShipped = order.lines.every(({ quantity, shipped, cancelled }) => shipped + cancelled >= quantity)
  return isShipped && order.paidAt !== null
}
