import { digestOf } from './digest.ts'
import { HubRefusal, type HubClient } from './hub-client.ts'
import { isOfPast, partOfRefund, partOfShipment, shipmentsIn, type OrderPart, type OrderStep } from './decide.ts'
import type { Reason } from './source.ts'
import { goneOf, takenParcel } from './due-order.ts'
import { editLines, type Editing } from './edit-lines.ts'
import type { Operations } from './hub-api.ts'
import { takenBack, type AppliedThing, type SentThing } from './outbox.ts'
import { orRefusal } from './or-refusal.ts'
import type { LineUnits, ShopOrder } from './source.ts'

export interface OrderChange extends Pick<Editing, 'nameLine' | 'giveBack'> {
  hub: HubClient
  /** What the shop was told of it. */
  applied: () => Promise<AppliedThing[]>
  readAgain: () => Promise<ShopOrder | null>
  before: SentThing
  step: Extract<OrderStep, { do: 'change' }>
}

/** What the hub has of an order after a change, and why not all of it. */
export interface Changed {
  parts: Record<string, string>
  lineIds: readonly string[]
  refusal: Reason | null
}

type HubOrder = Operations['getOrder']['answer']

/** Carrier of parcels of which the shop says only that they are gone. */
const anyCarrier = 'Other'

/** Sends what was changed of an order, part by part. A part that the hub refuses does not keep back the others. */
export async function changeOrder(shopOrder: ShopOrder, change: OrderChange): Promise<Changed> {
  const { hub, before, step } = change
  const { seller, id, order } = shopOrder
  const { parts } = step
  const path = { seller, order: id }
  const taken: Record<string, string> = { ...before.parts }
  let lineIds = before.lineIds
  let refusal = step.edited
  const lineOf = (line: string) => lineIds.indexOf(line) + 1
  const refuse = (reason: Reason | null) => {
    refusal = reason ?? refusal
  }
  /** Sends one thing, and notes it under its name. */
  const send = async (name: string, ask: () => Promise<unknown>) => {
    const answer = await orRefusal(ask())
    if (answer instanceof HubRefusal) refuse(answer.because)
    else taken[name] = parts[name] ?? ''
  }
  const statusOf = async () => (await hub.call('getOrder', { path })).status

  const pay = () =>
    send('payment', async () => {
      if (!order.payment) return
      const { id: payment, ...body } = order.payment
      await hub.call('savePayment', { path: { ...path, payment }, body })
    })

  const changes: Record<OrderPart, () => Promise<void>> = {
    shipTo: () =>
      send('shipTo', async () => {
        if (!order.shipTo) return
        const answer = await orRefusal(hub.call('correctShipTo', { path, body: order.shipTo }))
        // After a lost outbox nobody knows whether it was changed at all.
        if (answer instanceof HubRefusal && before.parts.shipTo !== undefined) throw answer
      }),
    payment: async () => {
      // With an edit it is sent at its time.
      if (!step.changed.includes('lines')) await pay()
    },
    async refunds() {
      for (const refund of shopOrder.refunds ?? []) {
        const name = partOfRefund(refund.id)
        if (taken[name] !== parts[name]) await send(name, () => sendRefund(refund))
      }
    },
    async lines() {
      const isPaidAnew = before.parts.payment !== parts.payment
      const names = (shopOrder.refunds ?? []).map(({ id: own }) => [own, partOfRefund(own)] as const)
      const [repaid = null] =
        names.find(([, name]) => before.parts[name] === undefined && taken[name] !== undefined) ?? []
      const outcome = await editLines(shopOrder, { ...change, pay, isPaidAnew, repaid })
      lineIds = outcome.lineIds
      if (outcome.hasPaid) taken.payment = parts.payment ?? ''
      else if (taken.payment !== parts.payment) await pay()
      if (outcome.refusal) refuse(outcome.refusal)
      else for (const name of ['rest', 'about']) taken[name] = parts[name] ?? ''
    },
    cancelled: () =>
      send('cancelled', async () => {
        if (parts.cancelled !== 'true') return
        // The shop has cancelled it: the seller is not asked.
        const body = { id: `cancel-${id}`.slice(0, 100), reason: 'OTHER' as const, decided: true }
        await hub.call('requestCancellation', { path, body }).catch(async (error: unknown) => {
          if (!['CANCELLED', 'REFUNDED'].includes(await statusOf())) throw error
        })
      }),
    async shipments() {
      for (const shipment of shopOrder.shipments ?? []) {
        const name = partOfShipment(shipment.id)
        if (taken[name] === parts[name]) continue
        const { id: own, contents, ...body } = shipment
        await send(name, async () => {
          const ask = { path: { ...path, shipment: own }, body: { ...body, contents: await unitsIn(contents) } }
          return hub.call('saveShipment', ask)
        })
      }
      const gone = shipmentsIn(taken).filter((own) => !(partOfShipment(own) in parts))
      for (const own of gone) {
        const answer = await orRefusal(hub.call('removeShipment', { path: { ...path, shipment: own } }))
        if (answer instanceof HubRefusal && answer.problem.status !== 404) refuse(answer.because)
        else delete taken[partOfShipment(own)]
      }
    },
    finished: () => send('finished', finish),
  }

  /** Units by line of the hub. Where units were added, they are in several lines, and what is open there leaves first. */
  async function unitsIn(contents: readonly LineUnits[]) {
    const isPlain = contents.every(({ line }) => lineIds.indexOf(line) === lineIds.lastIndexOf(line))
    if (isPlain) return contents.map(({ line, quantity }) => ({ line: lineOf(line), quantity }))
    const there = await hub.call('getOrder', { path })
    return contents.flatMap(({ line: own, quantity }) => {
      let left = quantity
      const lines = there.lines.filter(({ line }) => lineIds[line - 1] === own)
      return lines.flatMap(({ line, quantity: ordered, cancelled, shipped }, nth) => {
        const open = Math.max(0, ordered - cancelled - shipped)
        const units = nth === lines.length - 1 ? left : Math.min(left, open)
        left -= units
        return units > 0 ? [{ line, quantity: units }] : []
      })
    })
  }

  async function sendRefund({
    id: own,
    amount,
    refundedAt,
    parts: divided,
  }: NonNullable<ShopOrder['refunds']>[number]) {
    const put = (body: object) =>
      hub.call('saveRefund', { path: { ...path, refund: own }, body: { refundedAt, ...body } })
    if (!divided) return put({ amount })
    const lines = divided.lines.map(({ line, amount: of }) => ({ line: lineOf(line), amount: of }))
    try {
      return await put({ lines, shipping: divided.shipping })
    } catch (error) {
      // A cent more than is left of a line: the sum is what counts.
      if (error instanceof HubRefusal && error.code === 'wrong-amount') return put({ amount })
      throw error
    }
  }

  /** The shop says that it is over: what the hub still waits for has happened. */
  async function finish(): Promise<void> {
    if (!parts.finished || isOfPast(before)) return
    if (order.delivery === 'DIGITAL') return
    const at = shopOrder.changedAt
    const applied = await change.applied()
    if (order.delivery === 'COLLECT') {
      const isTold = applied.some(({ kind }) => kind === 'handOver')
      if (isTold && (await isEcho(await hub.call('getOrder', { path }), applied))) return
      await hub.call('saveHandOver', { path, body: { at } })
      return
    }
    const there = await hub.call('getOrder', { path })
    const isOpen = there.lines.some(({ quantity, shipped, cancelled }) => quantity > shipped + cancelled)
    if (!isOpen || refusal || (await isEcho(there, applied))) return
    const shipment = `left-${digestOf(there.lines)}`
    await hub.call('saveShipment', { path: { ...path, shipment }, body: { carrier: anyCarrier, shippedAt: at } })
  }

  /** Whether the shop calls finished only what the hub told it, and has taken back since. */
  async function isEcho(there: HubOrder, applied: readonly AppliedThing[]): Promise<boolean> {
    const gone = goneOf(there, applied)
    // What the shop has taken back of its own leaves from there again as another parcel.
    const isOwn = (thing: AppliedThing) => thing.kind === 'shipment' && takenParcel(thing).isOwn
    if (gone.some((thing) => thing.digest !== takenBack || thing.reason !== null || isOwn(thing))) return true
    // The shop has taken it back, too, perhaps after it was read.
    return gone.length > 0 && (await change.readAgain())?.finished === undefined
  }

  for (const part of step.changed) await changes[part]()
  return { parts: taken, lineIds, refusal }
}
