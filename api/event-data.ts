import { sql } from 'kysely'
import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import { isAboutQuestion, type PlacedEvent } from '#features/developers/webhooks/event.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import { caseSchema, readCases, writeCase } from './case-schemas.ts'
import { dispute, readDisputes, writeDispute } from './dispute-schemas.ts'
import { feedback, readFeedback, writeFeedback } from './feedback.ts'
import { sentMoment } from './fields.ts'
import { hold, payout, writeHold, writePayout } from './money-schemas.ts'
import { readHolds, readPayouts } from './payment-rows.ts'
import { readListings, writeListing, writeStock, type ListingReader } from './listing-rows.ts'
import { listing, stock } from './listing-schemas.ts'
import { offer, readOffers, writeOffer } from './offer-schemas.ts'
import { message, readMessages, writeMessage } from './messages.ts'
import { readWholeOrders } from './order-rows.ts'
import { order, writeOrder } from './order-schemas.ts'
import { question, readQuestions, writeQuestion } from './questions.ts'
import { sellerIdOf } from './sellers-by-id.ts'

/** Version of the event format; increase it for incompatible changes. */
const eventVersion = '1'

export const event = z
  .object({
    id: z.string().describe('The event’s id, the same in every delivery'),
    type: z.string(),
    version: z.literal(eventVersion),
    timestamp: sentMoment().describe('Time at which the event happened'),
    data: z
      .object({
        seller: z.string(),
        order: order.optional(),
        subject: z
          .string()
          .optional()
          .describe(
            'Id of the order’s parcel, refund, message, case, feedback, hold or dispute, or of the question, or the SKU, that the event is about',
          ),
        message: message.optional(),
        question: question.optional(),
        case: caseSchema.optional(),
        feedback: feedback.optional(),
        listing: listing.optional(),
        item: z.string().optional(),
        stock: stock.optional(),
        offer: offer.optional(),
        payout: payout.optional(),
        hold: hold.optional(),
        dispute: dispute.optional(),
      })
      .describe('What the event is about, in its state when the event is sent or read, with the schemas of this API'),
  })
  .meta({ id: 'Event', description: 'An event' })
export type SentEvent = z.input<typeof event>

/**
 * Statement timeout in milliseconds, well below a delivery's lease: otherwise another sender would take the delivery
 * before its failure is recorded.
 */
const readWithin = 5_000

/**
 * Formats events with the current state of their subjects, in a constant number of statements for any number of events.
 * Events whose subject was deleted are omitted.
 */
export async function writeEvents(
  hub: Pick<Hub, 'db' | 'config' | 'now'>,
  events: readonly PlacedEvent[],
): Promise<Map<string, SentEvent>> {
  const written = new Map<string, SentEvent>()
  const now = hub.now()
  for (const [sellerId, own] of Map.groupBy(events, (row) => row.seller_id)) {
    const about = await ownRows(hub, sellerId).read((db) => readAbout(db, sellerId, own), readWithin)
    for (const row of own) {
      const data = dataOf(row, about, {
        hub,
        publicUrl: hub.config.publicUrl,
        seller: about.seller,
        now,
      })
      if (data)
        written.set(row.event_key, {
          id: row.event_key,
          type: row.type,
          version: eventVersion,
          timestamp: row.happened_at.toISOString(),
          data: { seller: sellerIdOf(about.seller), ...data },
        })
    }
  }
  return written
}

const feedbackType = 'feedback.replied'

type About = Awaited<ReturnType<typeof readAbout>>

async function readAbout(db: SellerDb, sellerId: number, events: readonly PlacedEvent[]) {
  const seller = await db.selectFrom('sellers').selectAll().where('id', '=', sellerId).executeTakeFirstOrThrow()
  const ids = (of: 'order_id' | 'listing_id' | 'payout_id') => [...new Set(events.flatMap((row) => row[of] ?? []))]
  const subjects = (of: RegExp) => events.flatMap((row) => (row.subject && of.test(row.type) ? row.subject : []))
  const orderIds = ids('order_id')
  const listingIds = ids('listing_id')
  const payoutIds = ids('payout_id')
  const orders = orderIds.length > 0 ? await readWholeOrders(db, sellerId, orderIds) : []
  const listings =
    listingIds.length > 0 ? await readListings(db, sellerId, sql`l.id = any (${listingIds}::bigint[])`) : []
  const keys = subjects(/^message\./)
  const messages = keys.length > 0 ? await readMessages(db, sellerId, sql`m.message_key = any (${keys})`) : []
  const threads = subjects(/^question\./)
  const questions = threads.length > 0 ? await readQuestions(db, sellerId, sql`c.thread = any (${threads})`) : []
  const numbers = subjects(/^(return|not_received)\./)
  const cases = numbers.length > 0 ? await readCases(db, sellerId, sql`c.case_number = any (${numbers})`) : []
  const held = subjects(/^hold\./)
  const holds = held.length > 0 ? await readHolds(db, sellerId, sql`h.hold_number = any (${held})`) : []
  const disputed = subjects(/^dispute\./)
  const disputes =
    disputed.length > 0 ? await readDisputes(db, sellerId, sql`d.dispute_number = any (${disputed})`) : []
  const offered = subjects(/^offer\./)
  const offers = offered.length > 0 ? await readOffers(db, sellerId, sql`b.offer_key = any (${offered})`) : []
  const payouts = payoutIds.length > 0 ? await readPayouts(db, sellerId, sql`p.id = any (${payoutIds}::bigint[])`) : []
  const replied = events.flatMap((row) => (row.type === feedbackType ? (row.order_id ?? []) : []))
  const replies =
    replied.length > 0 ? await readFeedback(db, sellerId, sql`f.order_id = any (${replied}::bigint[])`) : []
  return {
    seller,
    orders: new Map(orders.map((row) => [row.id, row])),
    listings: new Map(listings.map((row) => [row.id, row])),
    messages: new Map(messages.map((row) => [row.message_key, row])),
    questions: new Map(questions.map((row) => [row.thread, row])),
    cases: new Map(cases.map((row) => [row.case_number, row])),
    feedback: replies,
    holds: new Map(holds.map((row) => [row.hold_number, row])),
    disputes: new Map(disputes.map((row) => [row.dispute_number, row])),
    offers: new Map(offers.map((row) => [row.offer_key, row])),
    payouts: new Map(payouts.map((row) => [row.id, row])),
  }
}

function dataOf(
  row: PlacedEvent,
  about: About,
  { hub, ...reader }: ListingReader & { hub: Pick<Hub, 'config'> },
): Omit<SentEvent['data'], 'seller'> | null {
  if (isAboutQuestion(row)) {
    const asked = about.questions.get(row.subject ?? '')
    return asked ? { subject: asked.thread, question: writeQuestion(asked, hub) } : null
  }
  if (row.payout_id !== null) {
    const paid = about.payouts.get(row.payout_id)
    return paid ? { payout: writePayout(paid) } : null
  }
  if (row.listing_id !== null) {
    const found = about.listings.get(row.listing_id)
    if (!found) return null
    if (row.type.startsWith('offer.')) {
      const named = about.offers.get(row.subject ?? '')
      const written = named && writeOffer(named, reader.now)
      return written ? { item: found.item_number, offer: written } : null
    }
    if (row.type === 'stock.changed') return { item: found.item_number, stock: writeStock(found) }
    if (row.type === 'stock.low')
      return { item: found.item_number, stock: writeStock(found), ...(row.subject ? { subject: row.subject } : {}) }
    return { listing: writeListing(found, reader) }
  }
  const found = about.orders.get(row.order_id ?? 0)
  if (!found) return null
  const sent = about.messages.get(row.subject ?? '')
  const answered =
    row.type === feedbackType
      ? about.feedback.findLast((each) => each.order_id === row.order_id && each.external_id === row.subject)
      : undefined
  const held = about.holds.get(row.subject ?? '')
  const disputed = about.disputes.get(row.subject ?? '')
  const aCase = about.cases.get(row.subject ?? '')
  return {
    order: writeOrder(found),
    ...(row.subject === null ? {} : { subject: disputed?.external_id ?? (held ? writeHold(held).id : row.subject) }),
    ...(sent ? { message: writeMessage(sent) } : {}),
    ...(held ? { hold: writeHold(held) } : {}),
    ...(disputed ? { dispute: writeDispute(disputed) } : {}),
    ...(aCase ? { case: writeCase(aCase) } : {}),
    ...(answered ? { feedback: writeFeedback(answered) } : {}),
  }
}
