import type { Connected } from './connected.ts'
import { decideOrder } from './decide.ts'
import { becauseOf, HubRefusal, type LineAnswer } from './hub-client.ts'
import { Unmapped } from './source.ts'
import { orRefusal } from './or-refusal.ts'
import { unmappedRow, type PlannedRow } from './planned-row.ts'
import { readsAllOrders, sinceOf } from './round.ts'
import { faultIn, ordersTogether } from './send-orders.ts'
import type { OrderBody, ShopOrder } from './source.ts'
import { bodyOf, costsOtherwise } from './to-hub.ts'

interface HeldOrder {
  order: ShopOrder
  row: PlannedRow
  body: OrderBody
}

/** Yields what the next round would do with orders. The hub rehearses new ones: open ones alone, as they are sent. */
export async function* planOrders(connected: Connected): AsyncGenerator<PlannedRow> {
  const { source, outbox } = connected
  const readsAll = await readsAllOrders(connected, new Date())
  /** Orders of the past by seller. */
  const waiting = new Map<string, HeldOrder[]>()
  for await (const order of source.orders(readsAll ? null : sinceOf(await outbox.place('orders')))) {
    if (order instanceof Unmapped) {
      yield unmappedRow('order', order)
      continue
    }
    const { row, body } = await planOrder(connected, order)
    if (!body) yield row
    else if (!order.finished) yield await rehearsedAlone(connected, { order, row, body })
    else {
      const held = [...(waiting.get(order.seller) ?? []), { order, row, body }]
      waiting.set(order.seller, held.length < ordersTogether ? held : [])
      if (held.length === ordersTogether) yield* await rehearsedTogether(connected, order.seller, held)
    }
  }
  for (const [seller, held] of waiting) if (held.length > 0) yield* await rehearsedTogether(connected, seller, held)
}

/** An order's row before the hub is asked, and the body of one that would be placed. */
async function planOrder(
  { outbox }: Connected,
  order: ShopOrder,
): Promise<{ row: PlannedRow; body: OrderBody | null }> {
  const { seller, id, total } = order
  const row = { kind: 'order', seller, id, name: `${total.value} ${total.currency}`, reason: null } as const
  try {
    const step = decideOrder(order, await outbox.find('order', order))
    const reason = step.do === 'refuse' ? step.reason : step.do === 'change' ? (step.edited?.reason ?? null) : null
    if (reason) return { row: { ...row, would: 'refuse', reason }, body: null }
    if (step.do === 'place') return { row: { ...row, would: 'add' }, body: await bodyOf(outbox, order) }
    return { row: { ...row, would: step.do === 'change' ? 'change' : 'leave as it is' }, body: null }
  } catch (error) {
    return { row: { ...row, would: 'refuse', reason: faultIn(order, error).reason }, body: null }
  }
}

async function rehearsedAlone({ hub }: Connected, held: HeldOrder): Promise<PlannedRow> {
  const { order, row, body } = held
  const asking = { path: { seller: order.seller }, query: { dryRun: 'true' as const }, body }
  const answer = await orRefusal(hub.call('placeOrder', asking))
  if (answer instanceof HubRefusal) return refusedRow(answer, held)
  const otherwise = costsOtherwise(answer, order)
  return otherwise ? { ...row, would: 'refuse', reason: otherwise.reason } : row
}

async function rehearsedTogether({ hub }: Connected, seller: string, held: HeldOrder[]): Promise<PlannedRow[]> {
  const bodies = held.map(({ body }) => body)
  const answers: LineAnswer[] | HubRefusal = await orRefusal(hub.placeOrders(seller, bodies, { isDry: true }))
  return held.map((each, nth) => {
    const problem = answers instanceof HubRefusal ? answers.problem : answers[nth]?.problem
    return problem ? refusedRow(new HubRefusal(problem), each) : each.row
  })
}

/** An order that the hub has is compared with it, and what differs follows. */
function refusedRow(refusal: HubRefusal, { row, body, order }: HeldOrder): PlannedRow {
  if (refusal.code === 'id-taken') return { ...row, would: 'change' }
  return { ...row, would: 'refuse', reason: becauseOf(refusal, { body, of: order }).reason }
}
