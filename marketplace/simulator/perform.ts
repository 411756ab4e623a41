import { certain } from '#lib/certain.ts'
import { caseAnswer, listingAnswer, orderAnswer, pictureAnswer, type OrderAnswer } from './answers.ts'
import { parcelBack } from './case-acts.ts'
import type { Act, Deed } from './deed.ts'
import type { HubAnswer, HubClient } from './hub-client.ts'
import { noteCase, type Tale } from './tale.ts'
import { complaint, messageText, missed, opinion } from './words.ts'

/** Dependencies of acts. */
export interface Stage {
  client: HubClient
  /** Creates a buyer's photo from a listing's picture; null if there is none. */
  photo: (listed: string, order: string) => Promise<Uint8Array | null>
}

/** The result of an act: its count category and log line. */
export interface Outcome {
  counted: string
  line: string
}

/** A refusal ends an act. */
const refused = (what: string, { problem }: Extract<HubAnswer, { ok: false }>): Outcome => ({
  counted: 'refused',
  line: `${what}, but: ${problem.detail ?? problem.errors?.[0]?.detail ?? problem.title}`,
})

/** Performs an act and records the response in the tale. */
export async function perform(stage: Stage, tale: Tale, act: Act): Promise<Outcome> {
  const at = new Date(Math.round(act.at)).toISOString()
  const seller = `/sellers/${encodeURIComponent(tale.seller)}`
  const of = { stage, tale, seller, order: `${seller}/orders/${encodeURIComponent(tale.order.id)}`, at, act }
  // The union's kind determines the deed type, which indexing loses.
  return byKind[act.deed.kind](of, act.deed as never)
}

interface Doing {
  stage: Stage
  tale: Tale
  /** Path below the API root. */
  seller: string
  order: string
  at: string
  act: Act
}

type ByKind = { [K in Deed['kind']]: (doing: Doing, deed: Extract<Deed, { kind: K }>) => Promise<Outcome> }

const speakerOf = ({ order }: Tale) => ({ order: order.id, country: order.shipTo.country })
const who = ({ order }: Tale) => order.buyer.username ?? 'a removed buyer'

/** Records the complete order of a response. */
function takeOrder(tale: Tale, body: unknown): void {
  tale.order = orderAnswer.parse(body)
}

const byKind: ByKind = {
  async pay({ stage, tale, order, at }, { payment, state, method }) {
    const what = {
      PENDING: `${who(tale)} will pay ${tale.order.id} later`,
      PAID: `${who(tale)} pays ${tale.order.id}`,
      FAILED: `${who(tale)} fails to pay ${tale.order.id}`,
    }[state]
    const body = { method, state, ...(state === 'PAID' ? { paidAt: at } : {}) }
    const answer = await stage.client.ask({ method: 'PUT', path: `${order}/payments/${payment}`, body })
    if (!answer.ok) return refused(what, answer)
    takeOrder(tale, answer.body)
    return { counted: state === 'PAID' ? 'payments' : 'payments that wait or failed', line: what }
  },

  async write({ stage, tale, order, at, act }, deed) {
    const text = messageText(speakerOf(tale), deed.occasion, act.key)
    const what = `${who(tale)} writes about ${tale.order.id}: ${text}`
    const id = `${tale.order.id} ${act.key}`
    const body = { id, text, sentAt: at, ...(deed.case === null ? {} : { case: deed.case }) }
    const answer = await stage.client.ask({ method: 'POST', path: `${order}/messages`, body })
    return answer.ok ? { counted: 'messages', line: what } : refused(what, answer)
  },

  async 'ask-to-cancel'({ stage, tale, order }, { reason }) {
    const what = `${who(tale)} asks to cancel ${tale.order.id} (${plain(reason)})`
    const body = { id: `${tale.order.id}-c`, reason }
    const answer = await stage.client.ask({ method: 'POST', path: `${order}/cancellation-requests`, body })
    if (!answer.ok) return refused(what, answer)
    takeOrder(tale, answer.body)
    return { counted: 'wishes to cancel', line: what }
  },

  async track({ stage, tale, seller, at }, { parcel: id, event }) {
    const parcel = certain(
      tale.order.parcels.find((each) => each.id === id),
      'the act is about a parcel of its order',
    )
    const what = `${parcel.carrier}: the parcel of ${tale.order.id} ${said[event]}`
    const body = { shipment: id, event, at }
    const answer = await stage.client.ask({ method: 'POST', path: `${seller}/tracking-events`, body })
    if (!answer.ok) return refused(what, answer)
    parcel.state = event === 'SCANNED' ? 'IN_TRANSIT' : event
    if (event === 'DELIVERED') {
      parcel.deliveredAt = at
      if (tale.order.status === 'SHIPPED' && tale.order.parcels.every(({ state }) => state === 'DELIVERED'))
        tale.order.status = 'DELIVERED'
    }
    return { counted: event === 'DELIVERED' ? 'deliveries' : 'scans', line: what }
  },

  async 'open-return'(doing, { reason, withPhoto }) {
    const { stage, tale, seller } = doing
    const what = `${who(tale)} wants to send back ${tale.order.id} (${plain(reason)})`
    const photos = withPhoto ? await showPhoto(stage, seller, tale.order) : []
    const words = complaint(speakerOf(tale), reason)
    return openCase(doing, { what, counted: 'returns', body: { kind: 'RETURN', reason, words, photos } })
  },

  async 'open-not-received'(doing) {
    const what = `${who(doing.tale)} has not received ${doing.tale.order.id}`
    const body: CaseBody = { kind: 'NOT_RECEIVED', words: missed(speakerOf(doing.tale)) }
    return openCase(doing, { what, counted: 'not received', body })
  },

  async step({ stage, tale, seller, at }, { case: number, step, isTracked }) {
    const told = certain(tale.cases.get(number), 'the act is about a case of its order')
    const what = `${stepWords[step](who(tale))} (${tale.order.id}, case ${number})`
    const body = {
      // Identified by the time of the case's current state, so that a restarted simulator recognises it.
      id: `${tale.order.id} ${step} ${told.since}`,
      step,
      ...(isTracked ? { parcel: parcelBack(tale.order) } : {}),
    }
    const answer = await stage.client.ask({ method: 'POST', path: `${seller}/cases/${number}/steps`, body })
    if (!answer.ok) return refused(what, answer)
    noteCase(tale, caseAnswer.parse(answer.body), Date.parse(at))
    return { counted: 'steps of cases', line: what }
  },

  async rate({ stage, tale, seller, at }, { mood }) {
    const { rating, stars, comment } = opinion(speakerOf(tale), mood)
    const what = `${who(tale)} rates ${tale.order.id} ${rating.toLowerCase()}: ${comment}`
    const path = `${seller}/feedback/${encodeURIComponent(`${tale.order.id}-f`)}`
    const body = { order: tale.order.id, rating, stars, comment, leftAt: at }
    const answer = await stage.client.ask({ method: 'PUT', path, body })
    return answer.ok ? { counted: 'feedback', line: what } : refused(what, answer)
  },
}

const firstLine = ({ lines }: OrderAnswer) => certain(lines[0], 'an order has a line')

/** Photographs an order's first item, using its listing's picture. */
async function showPhoto({ client, photo }: Stage, seller: string, order: OrderAnswer): Promise<{ picture: string }[]> {
  const listed = await client.ask({ method: 'GET', path: `${seller}/listings/${firstLine(order).item}` })
  const [address] = listed.ok ? listingAnswer.parse(listed.body).pictures : []
  const bytes = address === undefined ? null : await photo(address, order.id)
  const picture = bytes && (await client.ask({ method: 'POST', path: `${seller}/pictures`, body: bytes }))
  return picture?.ok ? [{ picture: pictureAnswer.parse(picture.body).id }] : []
}

interface CaseBody {
  kind: 'RETURN' | 'NOT_RECEIVED'
  reason?: string
  words: string
  photos?: { picture: string }[]
}

/** Opens a case about all units of one line. */
async function openCase(
  { stage, tale, order, at }: Doing,
  { what, counted, body }: { what: string; counted: string; body: CaseBody },
): Promise<Outcome> {
  const line = tale.order.lines.find(({ shipped }) => shipped > 0) ?? firstLine(tale.order)
  const sent = { id: `${tale.order.id} ${body.kind}`, line: line.line, quantity: Math.max(1, line.shipped), ...body }
  const answer = await stage.client.ask({ method: 'POST', path: `${order}/cases`, body: sent })
  if (!answer.ok) return refused(what, answer)
  noteCase(tale, caseAnswer.parse(answer.body), Date.parse(at))
  return { counted, line: what }
}

const plain = (name: string) => name.toLowerCase().replaceAll('_', ' ')

const said = {
  SCANNED: 'is scanned',
  DELIVERED: 'is delivered',
  EXCEPTION: 'is held up',
  RETURNED_TO_SENDER: 'is back at the sender',
}

const stepWords: Record<Extract<Deed, { kind: 'step' }>['step'], (buyer: string) => string> = {
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
