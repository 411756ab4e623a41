import { HubRefusal, type HubClient } from './hub-client.ts'
import { digestOf, idFrom } from './digest.ts'
import type { Operations } from './hub-api.ts'
import type { Reason } from './source.ts'
import { effective } from './due-order.ts'
import { orRefusal } from './or-refusal.ts'
import { amountOf, minorOf } from './order-total.ts'
import type { SentThing } from './outbox.ts'
import { ShopRefusal, type OrderBody, type Refund, type ShopOrder } from './source.ts'

type HubOrder = Operations['getOrder']['answer']
type HubLine = HubOrder['lines'][number]
type Refunded = HubOrder['refunds'][number]
type Line = OrderBody['lines'][number]

export interface Editing {
  hub: HubClient
  before: SentThing
  nameLine: (line: Line) => Promise<Line>
  /** Sends the order's payment by itself. */
  pay: () => Promise<void>
  /** Whether the shop has a payment that the hub has not. */
  isPaidAnew: boolean
  /** A refund that the shop made with the edit, if any: then the hub makes none of the units. */
  repaid: string | null
  /** Has the shop give money back. */
  giveBack: (refund: Refund) => Promise<void>
}

export interface Edited {
  /** Ids of the lines in the shop, in their order in the hub; a line to which units were added is there twice. */
  lineIds: readonly string[]
  /** Whether the payment went with the added units. */
  hasPaid: boolean
  refusal: Reason | null
}

/**
 * Cancels units that the shop took away, and adds those that it added. Afterwards the order has to cost in the hub what it
 * costs in the shop, and the buyer has back what that is less. Repeating it changes nothing: the hub is asked first.
 */
export async function editLines(shopOrder: ShopOrder, editing: Editing): Promise<Edited> {
  const { hub, before, pay } = editing
  const { seller, id, order } = shopOrder
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
  if (less.length > 0 && shopOrder.isRefunding)
    return outcome({
      code: 'refund-pending',
      reason: 'It was edited, and its refund waits in the shop: settle it there.',
    })
  if (less.length > 0) {
    // The state before is part of the id: what is taken away again after it was added is another request.
    const body = {
      id: `edit-${digestOf([id, less, there.lines])}`,
      reason: 'OTHER' as const,
      lines: less,
      decided: true,
      ...(editing.repaid === null ? {} : { refund: editing.repaid }),
    }
    const answer = await orRefusal(hub.call('requestCancellation', { path, body }))
    if (answer instanceof HubRefusal) return outcome(answer.because)
    there = answer
  }
  const more = added(there, shopOrder, lineIds)
  if (more.length > 0) {
    const lines: Line[] = []
    for (const { line } of more) lines.push(await editing.nameLine(line))
    const key = `add-${digestOf([id, more, there.lines])}`
    const payments = isPaid(there) && order.payment ? [paymentFor(order.payment, key, editing)] : undefined
    const body = { id: key, lines, payments, onShort: 'take' } as const
    const answer = await orRefusal(hub.call('addLines', { path, body }))
    if (answer instanceof HubRefusal) return outcome(answer.because)
    lineIds = [...lineIds, ...more.map(({ id: own }) => own)]
    hasPaid = payments !== undefined
    there = answer
  }
  return outcome(await settle(shopOrder, there, editing))
}

/**
 * Compares what is left of the order, and has the shop give back what it takes off the units that stay, such as a coupon.
 * Where the shop gave money back with the edit itself, that is not completed: people decided about the amount.
 */
async function settle(shopOrder: ShopOrder, there: HubOrder, { hub, giveBack }: Editing): Promise<Reason | null> {
  const { seller, id, total, changedAt: refundedAt } = shopOrder
  // The hub has given back all of it, shipping included.
  if (there.lines.every(({ quantity, cancelled }) => quantity === cancelled) && minorOf(total) > 0)
    return {
      code: 'nothing-left',
      params: { shop: total.value },
      reason: `All units were taken away, and it still costs ${total.value} in the shop.`,
    }
  const { over, left, isByShop } = differenceOf(there, minorOf(total))
  if (over >= 0 && left <= 0) return null
  const differs = (amount: string | null, said = ''): Reason => {
    const params = { hub: amountOf(worthOf(there), total.currency).value, shop: total.value }
    const text = `It was edited, and costs ${params.hub} in the hub, and ${params.shop} in the shop.`
    if (amount === null) return { code: 'edit-differs', params, reason: text }
    const reason = `${text} Pay ${amount} back in the shop${said ? `: ${said}` : '.'}`
    return { code: 'edit-owes', params: { ...params, amount, detail: said }, reason }
  }
  if (over < 0) return differs(null)
  const amount = amountOf(left, total.currency)
  const wasEdited = there.cancellations.some(({ state, lines }) => lines !== null && effective.includes(state))
  if (isByShop || !wasEdited) return differs(amount.value)
  const units = there.lines.map(({ quantity, cancelled }) => [quantity, cancelled])
  const refund = idFrom('edit', [id, total, units])
  try {
    await giveBack({ id: refund, reason: 'OTHER_ADJUSTMENT', amount, parts: [] })
  } catch (error) {
    if (error instanceof ShopRefusal) return differs(amount.value, error.message)
    throw error
  }
  const path = { seller, order: id, refund }
  const answer = await orRefusal(hub.call('saveRefund', { path, body: { amount, refundedAt } }))
  return answer instanceof HubRefusal ? answer.because : null
}

/** Ids of refunds that complete an edit. */
const ofEdit = /^edit[0-9a-f]{28}$/

/**
 * What the order costs more in the hub than in the shop, and what of it the buyer has not back. `isByShop`: whether the
 * shop gave back units itself.
 */
function differenceOf(there: HubOrder, shopTotal: number): { over: number; left: number; isByShop: boolean } {
  const { cancellations, refunds, lines } = there
  const sumOf = (list: readonly Refunded[]) => list.reduce((sum, { amount }) => sum + minorOf(amount), 0)
  const named = new Set(cancellations.map(({ refund }) => refund))
  const isOfHub = ({ id, reason, external }: Refunded) =>
    reason.endsWith('_CANCEL') || (named.has(id) && external === null)
  const [ofHub, others] = partition(refunds, isOfHub)
  const [ofUnits, rest] = partition(others, ({ id }) => named.has(id))
  const [completed, beside] = partition(rest, ({ external }) => ofEdit.test(external ?? ''))
  const gone = lines.reduce((sum, line) => sum + goneOf(line), 0)
  const isByShop = ofUnits.length > 0
  const over = worthOf(there) - shopTotal
  const left = over + (isByShop ? gone - sumOf(ofHub) : 0) - sumOf(ofUnits) - sumOf(completed)
  // People may have paid just this back in the shop.
  const isPaid = left === sumOf(beside.filter(({ external }) => external !== null))
  return { over, left: isPaid ? 0 : left, isByShop }
}

function partition<T>(list: readonly T[], is: (each: T) => boolean): [T[], T[]] {
  return [list.filter(is), list.filter((each) => !is(each))]
}

const isPaid = ({ paymentStatus }: HubOrder) => paymentStatus !== 'PENDING' && paymentStatus !== 'FAILED'

/** The payment for what was added: the shop's new one, or another by the same. */
function paymentFor(payment: NonNullable<OrderBody['payment']>, key: string, { isPaidAnew }: Editing) {
  const { amount: _, ...rest } = payment
  return isPaidAnew ? rest : { ...rest, id: key }
}

const openOf = ({ quantity, cancelled }: HubLine) => quantity - cancelled

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
