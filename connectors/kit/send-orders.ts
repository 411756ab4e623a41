import { pairs } from '#lib/pairs.ts'
import type { Connected } from './connected.ts'
import { becauseOf, HubRefusal, type LineAnswer } from './hub-client.ts'
import { decideOrder, type OrderStep } from './decide.ts'
import type { Reason } from './source.ts'
import { faultOf, isFault, isolated, lastRead } from './mapping.ts'
import { Unmapped } from './source.ts'
import { nameOfOrder, type Named, type OrderBody, type ShopOrder } from './source.ts'
import { isOfKey, orRefusal } from './or-refusal.ts'
import type { SentThing } from './outbox.ts'
import { bodyOf, noteOf, sendOrder, type Sent } from './to-hub.ts'

export const ordersTogether = 500

/** Sends orders: open ones one by one, new historical ones in batches. */
export interface OrderSender {
  send: (order: ShopOrder | Unmapped) => Promise<void>
  /** Sends the remaining orders; resolves with the number of each result. */
  end: () => Promise<Record<Sent, number>>
}

interface Placing {
  order: ShopOrder
  step: Extract<OrderStep, { do: 'place' }>
}

/** Creates a sender. After a crash the outbox knows what was sent, and the rest follows. */
export function orderSender(connected: Connected): OrderSender {
  const { outbox } = connected
  const sums: Record<Sent, number> = { same: 0, sent: 0, refused: 0 }
  /** Historical orders by seller and id. */
  const waiting = new Map<string, Map<string, Placing>>()

  const failed = isolated()

  async function sendAlone(order: ShopOrder): Promise<void> {
    const sent = await failed.run(
      `Order ${nameOfOrder(order)}`,
      () => sendOrder(connected, order).catch((error: unknown) => holdBack(order, faultIn(order, error))),
      null,
    )
    if (sent) sums[sent] += 1
  }

  /** Keeps an order that cannot be read with the reason; read again, it is sent again. */
  async function holdBack(
    order: Named & Partial<Pick<ShopOrder, 'lineIds' | 'number'>>,
    reason: Reason,
  ): Promise<Sent> {
    const { keep } = await noteOf(outbox, { lineIds: [], ...order }, '')
    await keep({ state: 'REFUSED', ...reason })
    return 'refused'
  }

  async function sendTogether(seller: string): Promise<void> {
    const placings = [...(waiting.get(seller)?.values() ?? [])]
    waiting.delete(seller)
    for (const order of await placeTogether(connected, { seller, placings, sums })) await sendAlone(order)
  }

  return {
    async send(order) {
      if (order instanceof Unmapped) {
        sums[await holdBack(order, order.reason)] += 1
        return
      }
      const known = order.finished ? await outbox.find('order', order) : null
      const step = order.finished ? orNull(() => decideOrder(order, known)) : null
      if (step?.do !== 'place') return sendAlone(order)
      const ofSeller = waiting.get(order.seller) ?? new Map<string, Placing>()
      waiting.set(order.seller, ofSeller.set(order.id, { order, step }))
      if (ofSeller.size === ordersTogether) await sendTogether(order.seller)
    },
    async end() {
      for (const seller of waiting.keys()) await sendTogether(seller)
      failed.end()
      return sums
    },
  }
}

/** Why the kit cannot read an order; throws any other failure. */
export function faultIn(order: ShopOrder, error: unknown): Reason {
  if (!isFault(error)) throw error
  const read = lastRead(order, (of) => decideOrder(of, null))
  return faultOf(error, read)
}

/** Null if it cannot be decided: on its own it is held back with the reason. */
function orNull<T>(decide: () => T): T | null {
  try {
    return decide()
  } catch (error) {
    if (isFault(error)) return null
    throw error
  }
}

interface Part {
  seller: string
  placings: readonly Placing[]
  sums: Record<Sent, number>
}

/** Places historical orders in one request; returns those that must be sent individually. */
async function placeTogether({ hub, outbox }: Connected, { seller, placings, sums }: Part): Promise<ShopOrder[]> {
  const bodies: OrderBody[] = []
  for (const { order } of placings) bodies.push(await bodyOf(outbox, order))
  const answer = await orRefusal(hub.placeOrders(seller, bodies))
  const answers: LineAnswer[] =
    answer instanceof HubRefusal
      ? bodies.map(() => ({ status: answer.problem.status, problem: answer.problem }))
      : answer
  const alone: ShopOrder[] = []
  const notes: SentThing[] = []
  for (const [nth, [{ order, step }, { status, problem }]] of pairs(placings, answers).entries()) {
    if (isOfKey({ status })) continue
    const refusal = problem && new HubRefusal(problem)
    // It exists with other data, or failed for a temporary reason.
    if (refusal?.code === 'id-taken' || status >= 500) {
      alone.push(order)
      continue
    }
    const { noted } = await noteOf(outbox, order, step.digest)
    const placed = { state: 'SENT' as const, number: order.id, parts: step.parts, lineIds: order.lineIds }
    if (refusal) notes.push(noted({ state: 'REFUSED', ...becauseOf(refusal, { body: bodies[nth], of: order }) }))
    else if (order.refunds?.length) {
      // What the shop gave back follows. Without the digest, it does so after a crash, too.
      notes.push(noted({ ...placed, digest: '' }))
      alone.push(order)
      continue
    } else notes.push(noted(placed))
    sums[refusal ? 'refused' : 'sent'] += 1
  }
  await outbox.keepAll(notes)
  const keyProblem = answers.find(isOfKey)?.problem
  if (keyProblem) throw new HubRefusal(keyProblem)
  return alone
}
