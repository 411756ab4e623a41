import { assertDefined } from '#lib/assert-defined.ts'
import { createRandom } from '#lib/random.ts'
import sentences from '../demo/content/sentences.json' with { type: 'json' }
import { opinion, say, type Sentences } from '../demo/words.ts'
import { caseAnswer, listingAnswer, orderAnswer, pictureAnswer, type OrderAnswer } from './answers.ts'
import type { HubAnswer, HubClient } from './hub-client.ts'
import { noteCase, type OrderStory } from './order-story.ts'
import type { CaseStep, ScheduledAction, SimulatedAction } from './scheduled-actions.ts'

export interface ActionContext {
  client: HubClient
  /** Creates a buyer's photo from a listing's picture; null if there is none. */
  photo: (listed: string, order: string) => Promise<Uint8Array | null>
}

export interface Outcome {
  counted: string
  line: string
}

const refused = (what: string, { problem }: Extract<HubAnswer, { ok: false }>): Outcome => ({
  counted: 'refused',
  line: `${what}, but: ${problem.detail ?? problem.errors?.[0]?.detail ?? problem.title}`,
})

export async function perform(context: ActionContext, orderStory: OrderStory, act: ScheduledAction): Promise<Outcome> {
  const at = new Date(Math.round(act.at)).toISOString()
  const seller = `/sellers/${encodeURIComponent(orderStory.seller)}`
  const of = {
    context,
    orderStory,
    seller,
    order: `${seller}/orders/${encodeURIComponent(orderStory.order.id)}`,
    at,
    act,
  }
  // The union's kind determines the type, which indexing loses.
  return byKind[act.action.kind](of, act.action as never)
}

interface Performing {
  context: ActionContext
  orderStory: OrderStory
  /** Path below the API root. */
  seller: string
  order: string
  at: string
  act: ScheduledAction
}

type ByKind = {
  [K in SimulatedAction['kind']]: (
    performing: Performing,
    action: Extract<SimulatedAction, { kind: K }>,
  ) => Promise<Outcome>
}

const countryOf = ({ order }: OrderStory) => order.shipTo?.country ?? ''
const sayOf = (orderStory: OrderStory, about: string, inLanguages: Sentences) =>
  say(createRandom(`${orderStory.order.id} words ${about}`), countryOf(orderStory), inLanguages)
const who = ({ order }: OrderStory) => order.buyer.username ?? 'a removed buyer'

function takeOrder(orderStory: OrderStory, body: unknown): void {
  orderStory.order = orderAnswer.parse(body)
}

const byKind: ByKind = {
  async pay({ context, orderStory, order, at }, { payment, state, method }) {
    const what = {
      PENDING: `${who(orderStory)} will pay ${orderStory.order.id} later`,
      PAID: `${who(orderStory)} pays ${orderStory.order.id}`,
    }[state]
    const body = { method, state, ...(state === 'PAID' ? { paidAt: at } : {}) }
    const answer = await context.client.ask({ method: 'PUT', path: `${order}/payments/${payment}`, body })
    if (!answer.ok) return refused(what, answer)
    takeOrder(orderStory, answer.body)
    return { counted: state === 'PAID' ? 'payments' : 'payments that wait', line: what }
  },

  async write({ context, orderStory, order, at, act }, action) {
    const text = sayOf(orderStory, act.key, sentences.messages[action.occasion])
    const what = `${who(orderStory)} writes about ${orderStory.order.id}: ${text}`
    const id = `${orderStory.order.id} ${act.key}`
    const body = { id, text, sentAt: at, ...(action.case === null ? {} : { case: action.case }) }
    const answer = await context.client.ask({ method: 'POST', path: `${order}/messages`, body })
    return answer.ok ? { counted: 'messages', line: what } : refused(what, answer)
  },

  async 'ask-to-cancel'({ context, orderStory, order }, { reason }) {
    const what = `${who(orderStory)} asks to cancel ${orderStory.order.id} (${plain(reason)})`
    const body = { id: `${orderStory.order.id}-c`, reason }
    const answer = await context.client.ask({ method: 'POST', path: `${order}/cancellation-requests`, body })
    if (!answer.ok) return refused(what, answer)
    takeOrder(orderStory, answer.body)
    return { counted: 'wishes to cancel', line: what }
  },

  async track({ context, orderStory, seller, at }, { parcel: id, event }) {
    const parcel = assertDefined(
      orderStory.order.parcels.find((each) => each.id === id),
      'the act is about a parcel of its order',
    )
    const what = `${parcel.carrier}: the parcel of ${orderStory.order.id} ${said[event]}`
    const body = { shipment: id, event, at }
    const answer = await context.client.ask({ method: 'POST', path: `${seller}/tracking-events`, body })
    if (!answer.ok) return refused(what, answer)
    if (event === 'SCANNED') parcel.state = 'IN_TRANSIT'
    else {
      parcel.state = event
      parcel.deliveredAt = at
      if (orderStory.order.status === 'SHIPPED' && orderStory.order.parcels.every(({ state }) => state === 'DELIVERED'))
        orderStory.order.status = 'DELIVERED'
    }
    return { counted: event === 'DELIVERED' ? 'deliveries' : 'scans', line: what }
  },

  async 'open-return'(doing, { reason, withPhoto }) {
    const { context, orderStory, seller } = doing
    const what = `${who(orderStory)} wants to send back ${orderStory.order.id} (${plain(reason)})`
    const photos = withPhoto ? await showPhoto(context, seller, orderStory.order) : []
    const message = sayOf(orderStory, 'return', sentences.complaints[reason])
    return openCase(doing, { what, counted: 'returns', body: { kind: 'RETURN', reason, message, photos } })
  },

  async 'open-not-received'(doing) {
    const what = `${who(doing.orderStory)} has not received ${doing.orderStory.order.id}`
    const body: CaseBody = { kind: 'NOT_RECEIVED', message: sayOf(doing.orderStory, 'missing', sentences.missing) }
    return openCase(doing, { what, counted: 'not received', body })
  },

  async step({ context, orderStory, seller, at }, { case: number, step }) {
    const told = assertDefined(orderStory.cases.get(number), 'the act is about a case of its order')
    const what = `${stepWords[step](who(orderStory))} (${orderStory.order.id}, case ${number})`
    const body = {
      // Identified by the time of the case's current state, so that a restarted simulator recognises it.
      id: `${orderStory.order.id} ${step} ${told.since}`,
      step,
      ...(step === 'send-back' ? { parcel: parcelBack(orderStory.order) } : {}),
    }
    const answer = await context.client.ask({ method: 'POST', path: `${seller}/cases/${number}/steps`, body })
    if (!answer.ok) return refused(what, answer)
    noteCase(orderStory, caseAnswer.parse(answer.body), Date.parse(at))
    return { counted: 'steps of cases', line: what }
  },

  async rate({ context, orderStory, seller, at }, { mood }) {
    const occasion = { mood, department: 'any', buyer: countryOf(orderStory), seller: 'GB' }
    const { rating, stars, comment } = opinion(createRandom(`${orderStory.order.id} opinion`), occasion)
    const what = `${who(orderStory)} rates ${orderStory.order.id} ${rating.toLowerCase()}: ${comment}`
    const path = `${seller}/feedback/${encodeURIComponent(`${orderStory.order.id}-f`)}`
    const body = { order: orderStory.order.id, rating, stars, comment, leftAt: at }
    const answer = await context.client.ask({ method: 'PUT', path, body })
    return answer.ok ? { counted: 'feedback', line: what } : refused(what, answer)
  },
}

const firstLine = ({ lines }: OrderAnswer) => assertDefined(lines[0], 'an order has a line')

async function showPhoto(
  { client, photo }: ActionContext,
  seller: string,
  order: OrderAnswer,
): Promise<{ picture: string }[]> {
  const listed = await client.ask({ method: 'GET', path: `${seller}/listings/${firstLine(order).item}` })
  const [address] = listed.ok ? listingAnswer.parse(listed.body).pictures : []
  const bytes = address === undefined ? null : await photo(address, order.id)
  const picture = bytes && (await client.ask({ method: 'POST', path: `${seller}/pictures`, body: bytes }))
  return picture?.ok ? [{ picture: pictureAnswer.parse(picture.body).id }] : []
}

interface CaseBody {
  kind: 'RETURN' | 'NOT_RECEIVED'
  reason?: string
  message: string
  photos?: { picture: string }[]
}

/** Opens a case about all units of one line. */
async function openCase(
  { context, orderStory, order, at }: Performing,
  { what, counted, body }: { what: string; counted: string; body: CaseBody },
): Promise<Outcome> {
  const line = orderStory.order.lines.find(({ shipped }) => shipped > 0) ?? firstLine(orderStory.order)
  const sent = {
    id: `${orderStory.order.id} ${body.kind}`,
    line: line.line,
    quantity: Math.max(1, line.shipped),
    ...body,
  }
  const answer = await context.client.ask({ method: 'POST', path: `${order}/cases`, body: sent })
  if (!answer.ok) return refused(what, answer)
  noteCase(orderStory, caseAnswer.parse(answer.body), Date.parse(at))
  return { counted, line: what }
}

/** The return parcel, with the original carrier. */
function parcelBack({ id, parcels }: OrderAnswer) {
  const random = createRandom(`${id} back`)
  const digits = Array.from({ length: 10 }, () => random.int(0, 9)).join('')
  return { carrier: parcels[0]?.carrier ?? 'DHL', trackingNumber: `RT${digits}` }
}

const plain = (name: string) => name.toLowerCase().replaceAll('_', ' ')

const said = {
  SCANNED: 'is scanned',
  DELIVERED: 'is delivered',
}

const stepWords: Record<CaseStep, (buyer: string) => string> = {
  'take-offer': (buyer) => `${buyer} takes the offer`,
  'refuse-offer': (buyer) => `${buyer} refuses the offer`,
  'send-back': (buyer) => `${buyer} sends it back`,
  arrived: (buyer) => `${buyer} has received it after all`,
  withdraw: (buyer) => `${buyer} leaves it at that`,
  escalate: (buyer) => `${buyer} calls the marketplace`,
  'delivered-back': () => 'The parcel is back at the seller’s',
  'decide-for-seller': () => 'The marketplace decides for the seller',
  'decide-for-buyer': () => 'The marketplace decides for the buyer',
}
