import { readBatch } from '#db/read-batch.ts'
import { findNeighbours } from '#features/machinery/grid/list-neighbours-db.server.ts'
import { openFrom } from '#features/machinery/grid/list-routes.server.ts'
import { backToList, fromOf, readNeighbours } from '#features/machinery/grid/way-back.server.ts'
import { conversationParts } from '#features/orders/conversations/conversation-db.server.ts'
import { readTalk } from '#features/orders/conversations/read-talk.server.ts'
import { addressRefusal } from '#features/orders/order-address/ship-to.ts'
import { awaitedStep } from '#features/core/order/delivery.ts'
import { partsByNumber } from '#features/core/order/of-order-db.server.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { Texts } from '#texts/texts.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { formBaseline } from '#web/form-baseline.server.ts'
import { paths, withQuery } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { addressDetail, mayDo } from '#web/roles.ts'
import { answerPanelModel, cancelReasons, openRequest } from './cancellation-view.ts'
import { buyerOf, detailParts, loadOrder, type OrderDetails } from './order-details-db.server.ts'
import { earningsModel, earningsParts } from './order-earnings.server.ts'
import { orderDetailsModel } from './order-details-view.ts'
import { orderLabelsModel } from './order-labels-view.ts'
import { waitsForPayment } from '#features/after-sale/refunds/refund.ts'
import { refundableMinor } from './order-money-view.ts'
import { sameParcelHint } from './ship-together-view.ts'
import { ordersList } from '#features/orders/order-list/orders-list.server.ts'
import type { OrderNotesModel } from '#features/orders/order-notes/order-notes.tsx'
import { timeModel } from '#features/orders/order-list/order-words.ts'

/** Finds the order in the URL; 404 if the seller has no such order. */
export async function findOrder({ read, seller, url }: SellerArgs): Promise<OrderDetails> {
  const number = parseOrderNumber(url.searchParams.get('orderid'))
  const details = number && (await read((db) => loadOrder(db, seller.id, number)))
  if (!details) throw refuse('not-found')
  return details
}

/** What the page of an order shows to its reader. */
export const viewOf = ({ hub, seller, texts, url }: SellerArgs) => ({
  now: hub.now(),
  texts: textsFor(texts.locale, seller.timeZone),
  addressDetail: addressDetail(seller.role),
  seesMoney: mayDo(seller.role, 'money.view'),
  hidesAmounts: !mayDo(seller.role, 'amounts.view'),
  carriers: hub.config.carriers,
  mayShip: mayDo(seller.role, 'orders.ship'),
  mayRefund: mayDo(seller.role, 'orders.refund'),
  mayBuyLabels: mayDo(seller.role, 'labels.buy'),
  mayTalk: mayDo(seller.role, 'buyers.talk'),
  mayList: mayDo(seller.role, 'listings.edit'),
  from: url.searchParams.get('from') ?? undefined,
})

/** Everything on the page of an order: the role decides which of it is shown. */
const parts = partsByNumber({ ...detailParts, ...conversationParts, ...earningsParts })

/** Reads the order in the URL with the data of its page and forms; 404 if the seller has no such order. */
export async function readOrderPage(visit: SellerArgs) {
  const { hub, read, seller, url } = visit
  const asked = parseOrderNumber(url.searchParams.get('orderid'))
  const from = url.searchParams.get('from')
  const list = openFrom(ordersList, paths.orders, from ?? '', visit)
  const view = viewOf(visit)
  const { mayShip, mayRefund } = view
  const found =
    asked &&
    (await read(async (db) => {
      const reading = readBatch(db, parts, { sellerId: seller.id, orderNumber: asked })
      const [{ order, buyer, messages, standing, templates, sums, costs, profits, ...others }, neighbours] =
        await Promise.all([
          reading,
          from === null
            ? null
            : readNeighbours(db, ordersList, list, {
                id: reading.then(({ order: row }) => row?.id ?? null),
                words: 'order',
                texts: view.texts,
                href: paths.orderDetails,
              }),
        ])
      if (!order) return null
      return {
        details: { order, buyer: buyerOf(buyer), ...others },
        neighbours,
        talk: view.mayTalk
          ? await readTalk(db, visit, {
              order,
              conversation: { messages, standing },
              templates,
              about: null,
              page: 'order',
              texts: view.texts,
              timeModel: (at) => timeModel(at, view.now, view.texts),
            })
          : null,
        earnings:
          view.seesMoney && costs
            ? earningsModel({ sums, costs, profits }, { orderNumber: asked, texts: view.texts })
            : null,
      }
    }))
  if (!found) throw refuse('not-found')
  const { details, ...beside } = found
  const { order } = details
  const number = order.order_number
  const request = openRequest(details)
  const step = mayShip ? awaitedStep(order) : null
  const page = {
    ...beside,
    model: orderDetailsModel(details, view),
    back: backToList(ordersList, list, view.texts),
    together: mayShip
      ? sameParcelHint(details.sameParcel, { ...view, href: paths.shipTogether(number, from ?? undefined) })
      : null,
    notes: orderNotesModel(details, view),
    detailsHref: paths.orderDetails(number, from ?? undefined),
    printHref: mayShip ? withQuery(paths.ordersPrint, { keys: number }) : null,
    labelHref: step === 'ship' && view.mayBuyLabels ? paths.labelsBuyFor(number) : null,
    labels: view.mayBuyLabels ? orderLabelsModel(details, view.texts) : [],
    shipHref: step === 'ship' ? paths.shipOrder(number, from ?? undefined) : null,
    handOver:
      step === 'hand-over' ? { href: paths.handOver(number), begun: formBaseline([number]), from: from ?? '' } : null,
    addressHref: mayShip && addressRefusal(order) === null ? paths.orderAddress(number, from ?? undefined) : null,
    refundHref: refundHref(details, view),
    cancelHref:
      mayRefund && cancelReasons(details, hub.config.policyPack, view.now).length > 0
        ? paths.cancelOrder(number, from ?? undefined)
        : null,
    request: mayRefund && request ? answerPanelModel(details, request, view) : null,
    answerHref: paths.cancelOrder(number, from ?? undefined),
  }
  return { details, page }
}

/** URL of the refund form; null if nothing can be refunded, or not permitted. */
export const refundHref = (
  details: OrderDetails,
  { mayRefund, from }: { mayRefund: boolean; from?: string | undefined },
) =>
  mayRefund && refundableMinor(details) > 0 && !waitsForPayment(details.order)
    ? paths.refundOrder(details.order.order_number, from)
    : null

/** URL to ship the next order of the list; null if there is none. */
export async function nextToShip(visit: SellerArgs, details: OrderDetails): Promise<string | null> {
  const from = visit.url.searchParams.get('from')
  if (from === null) return null
  const list = openFrom(ordersList, paths.orders, from, visit)
  const { next } = await visit.read((db) => findNeighbours(db, ordersList, list, details.order.id))
  return next && paths.shipOrder(next.key, fromOf(next, list))
}

interface ViewFor {
  now: Date
  texts: Texts
  /** Whether the reader may see and write notes on buyers; tags are visible to all. */
  mayTalk: boolean
  /** Query of the list the order was opened from. */
  from: string | undefined
}

function orderNotesModel(
  { order, note, tags, knownTags }: OrderDetails,
  { now, texts, mayTalk, from }: ViewFor,
): OrderNotesModel {
  const number = order.order_number
  return {
    note:
      mayTalk && note
        ? { text: note.note, by: `${note.written_by}, ${timeModel(note.written_at, now, texts).text}` }
        : null,
    tags,
    write: mayTalk
      ? {
          href: paths.orderNotes(number, from),
          closeHref: paths.orderDetails(number, from),
          known: knownTags,
        }
      : null,
  }
}
