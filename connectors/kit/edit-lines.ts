import type { HubClient } from './hub-client.ts'
import { HubRefusal } from './hub-client.ts'
import { digestOf } from './digest.ts'
import type { Operations } from './hub-api.ts'
import type { Reason } from './decide.ts'
import { orRefusal } from './or-refusal.ts'
import { amountOf, minorOf } from './order-total.ts'
import type { SentThing } from './outbox.ts'
import type { OrderBody, ShopOrder } from './source.ts'

type HubOrder = Operations['getOrder']['answer']
type HubLine = HubOrder['lines'][number]
type Line = OrderBody['lines'][number]

/** An edit, and what it needs beside the order. */
export interface Editing {
  hub: HubClient
  before: SentThing
  /** A line with its listing as the hub knows it. */
  nameLine: (line: Line) => Promise<Line>
  /** Sends the order's payment by itself. */
  pay: () => Promise<void>
  /** Whether the shop has a payment that the hub has not. */
  isPaidAnew: boolean
}

/** What became of an edit. */
export interface Edited {
  /** Ids of the lines in the shop, in their order in the hub; a line to which units were added is there twice. */
  lineIds: readonly string[]
  /** Whether the payment went with the added units. */
  hasPaid: boolean
  refusal: Reason | null
}

/**
 * Cancels units that the shop took away, and adds those that it added. Afterwards the order has to cost in the hub what it
 * costs in the shop. Repeating it changes nothing: the hub is asked first.
 */
export async function editLines(shopOrder: ShopOrder, editing: Editing): Promise<Edited> {
  const { hub, before, pay } = editing
  const { seller, id, order, total } = shopOrder
  const path = { seller, order: id }
  let { lineIds } = before
  let hasPaid = false
  const outcome = (refusal: Reason | null): Edited => ({ lineIds, hasPaid, refusal })
  let there = await hub.call('getOrder', { path })
  if (!isPaid(there) && order.payment) {
    // Units of an unpaid order cannot be cancelled.
    await pay()
    there = await hub.call('getOrder', { path })
  }
  const less = takenAway(there, shopOrder, lineIds)
  if (less.length > 0) {
    // The state before is part of the id: what is taken away again after it was added is another request.
    const body = {
      id: `edit-${digestOf([id, less, there.lines])}`,
      reason: 'OTHER' as const,
      lines: less,
      decided: true,
    }
    const answer = await orRefusal(hub.call('requestCancellation', { path, body }))
    if (answer instanceof HubRefusal) return outcome(reasonOf(answer))
    there = answer
  }
  const more = added(there, shopOrder, lineIds)
  if (more.length > 0) {
    const lines: Line[] = []
    for (const { line } of more) lines.push(await editing.nameLine(line))
    const key = `add-${digestOf([id, more, there.lines])}`
    const payments = isPaid(there) && order.payment ? [paymentFor(order.payment, key, editing)] : undefined
    const body = { id: key, lines, payments, onShort: 'take' as const }
    const answer = await orRefusal(hub.call('addLines', { path, body }))
    if (answer instanceof HubRefusal) return outcome(reasonOf(answer))
    lineIds = [...lineIds, ...more.map(({ id: own }) => own)]
    hasPaid = payments !== undefined
    there = answer
  }
  const worth = worthOf(there)
  const isSame = [worth, worth - paidBackOf(there)].includes(minorOf(total))
  const [here, inShop] = [amountOf(worth, total.currency).value, total.value]
  const rest = worth > minorOf(total) ? ' Pay the difference back in the shop.' : ''
  const reason = `It was edited, and costs ${here} in the hub, and ${inShop} in the shop.${rest}`
  return outcome(isSame ? null : { code: 'total-differs', reason })
}

/** What the shop paid back beside cancelled units, such as the rest of a coupon that it took off the units that stay. */
const paidBackOf = ({ refunds }: HubOrder) =>
  refunds
    .filter(({ external, reason }) => external && !reason.endsWith('_CANCEL'))
    .reduce((sum, { amount }) => sum + minorOf(amount), 0)

const reasonOf = ({ code, message }: HubRefusal): Reason => ({ code, reason: message })

const isPaid = ({ paymentStatus }: HubOrder) => paymentStatus !== 'PENDING' && paymentStatus !== 'FAILED'

/** The payment for what was added: the shop's new one, or another by the same. */
function paymentFor(payment: NonNullable<OrderBody['payment']>, key: string, { isPaidAnew }: Editing) {
  const { amount: _, ...rest } = payment
  return isPaidAnew ? rest : { ...rest, id: key }
}

const openOf = ({ quantity, cancelled }: HubLine) => quantity - cancelled

/** Hub's lines of each line of the shop. */
const linesOf = ({ lines }: HubOrder, lineIds: readonly string[]) =>
  Map.groupBy(lines, ({ line }) => lineIds[line - 1] ?? '')

const unitsOf = (lines: readonly HubLine[]) => lines.reduce((sum, line) => sum + openOf(line), 0)

/** Units that the shop does not have any more, by line of the hub; of those added last first. */
function takenAway(there: HubOrder, { lineIds: inShop, order }: ShopOrder, lineIds: readonly string[]) {
  const wanted = new Map(inShop.map((line, place) => [line, order.lines[place]?.quantity ?? 0]))
  return [...linesOf(there, lineIds)].flatMap(([line, lines]) => {
    let left = unitsOf(lines) - (wanted.get(line) ?? 0)
    return lines.toReversed().flatMap((each) => {
      const quantity = Math.max(0, Math.min(left, openOf(each) - each.shipped))
      left -= quantity
      return quantity > 0 ? [{ line: each.line, quantity }] : []
    })
  })
}

/** Lines with the units that the hub lacks, at what they cost beside those that it has. */
function added(there: HubOrder, { lineIds: inShop, order, total }: ShopOrder, lineIds: readonly string[]) {
  const known = linesOf(there, lineIds)
  return order.lines.flatMap((line, place) => {
    const id = inShop[place] ?? ''
    const lines = known.get(id) ?? []
    const quantity = line.quantity - unitsOf(lines)
    if (quantity <= 0) return []
    if (lines.length === 0) return [{ id, line }]
    const share = (amount: { value: string; currency: string }) =>
      amountOf(Math.round((minorOf(amount) * quantity) / line.quantity), total.currency)
    const taxes = line.taxes?.map((tax) => ({ ...tax, amount: share(tax.amount) }))
    const tax = line.tax && share(line.tax)
    const addedTax = [
      ...(tax ? [tax] : []),
      ...(taxes ?? []).filter(({ included }) => !included).map(({ amount }) => amount),
    ].reduce((sum, amount) => sum + minorOf(amount), 0)
    const cost = costOf(line) - lines.reduce((sum, each) => sum + leftOf(each), 0) - addedTax
    const unit = Math.max(minorOf(line.unitPrice), Math.ceil(cost / quantity))
    const discount = amountOf(unit * quantity - cost, total.currency)
    return [{ id, line: { ...line, quantity, unitPrice: amountOf(unit, total.currency), discount, tax, taxes } }]
  })
}

/** What a line of the shop costs with its tax. */
function costOf({ quantity, unitPrice, discount, tax, taxes }: Line): number {
  const beside = (taxes ?? []).filter(({ included }) => !included).reduce((sum, { amount }) => sum + minorOf(amount), 0)
  return quantity * minorOf(unitPrice) - (discount ? minorOf(discount) : 0) + (tax ? minorOf(tax) : 0) + beside
}

const paidOf = ({ quantity, unitPrice, discount, tax }: HubLine) =>
  quantity * minorOf(unitPrice) - minorOf(discount) + minorOf(tax)

/** What the cancelled units of a line cost, as the hub gives it back: rounded down together. */
const goneOf = (line: HubLine) => Number((BigInt(paidOf(line)) * BigInt(line.cancelled)) / BigInt(line.quantity))

const leftOf = (line: HubLine) => paidOf(line) - goneOf(line)

/** What the units cost that were not cancelled. */
const worthOf = ({ lines, total }: HubOrder) => lines.reduce((left, line) => left - goneOf(line), minorOf(total))
