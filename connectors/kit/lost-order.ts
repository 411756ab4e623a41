import type { Operations } from './hub-api.ts'
import type { Parts } from './decide.ts'
import { minorOf } from './order-total.ts'
import type { SentThing } from './outbox.ts'
import type { ShopOrder } from './source.ts'

type HubOrder = Operations['getOrder']['answer']

/**
 * What a lost outbox knew of an order that the hub has, and that was changed since; `parts` are those of a new one. Null
 * if the hub's order is another one.
 */
export function recoverNote(
  there: HubOrder,
  shopOrder: ShopOrder,
  { before, parts }: { before: SentThing; parts: Parts },
): SentThing | null {
  const isSameTotal = minorOf(there.total) === minorOf(shopOrder.total)
  const lineIds = matchLines(there, shopOrder)
  if (!isSameTotal && !lineIds) return null
  const ofPast = Object.entries(parts).filter(([name]) => /^(past|finished|shipment .*)$/.test(name))
  return {
    ...before,
    number: there.number,
    lineIds: lineIds ?? shopOrder.lineIds,
    parts: { rest: (isSameTotal && parts.rest) || '', ...(there.history ? Object.fromEntries(ofPast) : {}) },
  }
}

/** The shop's lines in the hub's order, empty for those that the shop took away; null if the hub lacks one. */
function matchLines(there: HubOrder, { order, lineIds }: ShopOrder): string[] | null {
  const left = order.lines.map((line, place) => ({ ...line, id: lineIds[place] ?? '' }))
  const matched = there.lines.map(({ listing, variationId }) => {
    const place = left.findIndex(
      (line) => line.listing !== undefined && line.listing === listing && (line.variationId ?? null) === variationId,
    )
    return place < 0 ? '' : (left.splice(place, 1)[0]?.id ?? '')
  })
  return left.length > 0 ? null : matched
}
