import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { readBatch } from '#db/read-batch.ts'
import type { FactModel } from '#features/machinery/grid/fact-rows.tsx'
import { awaitedStep } from '#features/core/order/delivery.ts'
import { partsByNumber } from '#features/core/order/of-order-db.server.ts'
import { parseCaseNumber } from '#features/core/order/order-case.ts'
import { isUnshipped, type OrderNumber } from '#features/core/order/order.ts'
import { backToList, readNeighbours } from '#features/machinery/grid/way-back.server.ts'
import { conversationParts } from '#features/orders/conversations/conversation-db.server.ts'
import { conversationsList } from '#features/orders/conversations/conversations-list.server.ts'
import { readTalk } from '#features/orders/conversations/read-talk.server.ts'
import { timeModel } from '#features/orders/order-list/order-words.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { openedList } from '#features/order-page/read/opened-list.server.ts'
import { buyerOf, detailParts, type OrderDetails } from '#features/order-page/read/order-details-db.server.ts'
import { orderDetailsModel, type OrderDetailsModel } from '#features/order-page/read/order-details-view.ts'
import { refundHref, viewOf } from '#features/order-page/read/order-page.server.ts'

/** The order beside its conversation. */
export interface BriefModel extends Pick<
  OrderDetailsModel,
  'number' | 'status' | 'due' | 'lines' | 'cases' | 'shipments'
> {
  href: string
  /** The buyer's other orders; null if there are none. */
  others: OrderDetailsModel['buyer']['others']
  facts: FactModel[]
  shipHref: string | null
  refundHref: string | null
  /** What the buyer asked before the sale. */
  questions: string[]
}

const parts = partsByNumber({ ...detailParts, ...conversationParts })

/** Reads the conversation about an order, and the order; 404 if the seller has no such order. */
export async function readOrderConversation(visit: SellerArgs, orderNumber: OrderNumber) {
  const { read, seller, url } = visit
  const { from, list } = openedList(visit)
  const view = { ...viewOf(visit), from: undefined }
  const { now, texts } = view
  const found = await read(async (db) => {
    const reading = readBatch(db, parts, { sellerId: seller.id, orderNumber })
    const [{ order, buyer, messages, standing, templates, ...others }, neighbours] = await Promise.all([
      reading,
      from === null
        ? null
        : readNeighbours(db, conversationsList, list, {
            id: reading.then((each) => each.standing?.id ?? null),
            words: 'talk',
            texts,
            href: (key, opened) => paths.conversation(key, { from: opened }),
          }),
    ])
    if (!order) return null
    const details: OrderDetails = { order, buyer: buyerOf(buyer), ...others }
    const talk = await readTalk(db, visit, {
      order,
      conversation: { messages, standing },
      templates,
      about: aboutOf(details, messages, url),
      texts,
      timeModel: (at) => timeModel(at, now, texts),
    })
    return { details, neighbours, talk, questions: await findQuestions(db, seller.id, order) }
  })
  if (!found) throw refuse('not-found')
  const { details, neighbours, talk, questions } = found
  const model = orderDetailsModel(details, view)
  return {
    kind: 'order' as const,
    talk,
    neighbours,
    back: backToList(conversationsList, list, texts),
    buyer: model.buyer.username,
    note: model.note,
    brief: { ...briefOf(details, model, view), questions },
  }
}

/** URLs of the buyer's questions about these listings before the sale. */
async function findQuestions(
  db: SellerDb,
  sellerId: number,
  { id, buyer_id: buyer }: OrderDetails['order'],
): Promise<string[]> {
  const { rows } = await sql<{ thread: string }>`
    select distinct c.thread from line_items l
    join conversations c on c.seller_id = ${sellerId} and c.listing_id = l.listing_id and c.buyer_id = ${buyer}
    where l.seller_id = ${sellerId} and l.order_id = ${id} order by c.thread`.execute(db)
  return rows.map(({ thread }) => paths.conversation(thread))
}

/** Number of the case to write about: the one in the URL, else that of the buyer's last message; null for the order. */
function aboutOf(
  { cases }: OrderDetails,
  messages: readonly { sender: string; subject: string | null }[],
  { searchParams }: URL,
): string | null {
  const asked = parseCaseNumber(searchParams.get('about'))
  if (asked && cases.some((row) => row.case_number === asked)) return asked
  return messages.findLast(({ sender }) => sender === 'BUYER')?.subject ?? null
}

function briefOf(
  details: OrderDetails,
  model: OrderDetailsModel,
  view: ReturnType<typeof viewOf>,
): Omit<BriefModel, 'questions'> {
  const { number, status, due, lines, cases, shipments, money, buyer } = model
  const { order } = details
  const total = money.find(({ key }) => key === 'total')
  const date = (label: string, at: Date | null) =>
    at ? [{ label, text: timeModel(at, view.now, view.texts).text }] : []
  return {
    number,
    status,
    due,
    lines,
    cases,
    shipments,
    href: paths.orderDetails(number),
    others: buyer.others,
    facts: [
      ...(total ? [{ label: total.label, text: total.amount }] : []),
      ...date(view.texts.t('word.placed'), order.placed_at),
      ...date(view.texts.t('word.shipBy'), isUnshipped(order.status) ? order.ship_by : null),
    ],
    shipHref: view.mayShip && awaitedStep(order) === 'ship' ? paths.shipOrder(number) : null,
    refundHref: refundHref(details, view),
  }
}
