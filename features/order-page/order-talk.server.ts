import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import type { SellerDb } from '#db/client.ts'
import { newMessageKey } from '#features/orders/conversations/add-message-db.server.ts'
import type { Conversation } from '#features/orders/conversations/conversation-db.server.ts'
import type { MessageTemplate } from '#features/orders/conversations/templates-db.server.ts'
import { offerTemplates } from '#features/orders/conversations/insert-template-db.server.ts'
import { threadModel, type ThreadModel } from '#features/orders/conversations/thread-view.ts'
import type { ThreadForm } from '#features/orders/conversations/message-form.tsx'
import type { Texts } from '#texts/texts.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import type { OrderDetails } from './order-details-db.server.ts'
import { timeModel } from '#features/orders/order-list/order-words.ts'

export interface OrderTalk {
  model: ThreadModel
  form: ThreadForm
}

interface TalkRows extends Pick<OrderDetails, 'order'> {
  conversation: Conversation
  templates: readonly MessageTemplate[]
}

/** The conversation about an order, with its form; reads the order's values for the template in the URL. */
export async function readTalk(
  db: SellerDb,
  { hub, seller, url }: SellerArgs,
  { order, conversation, templates, texts }: TalkRows & { texts: Texts },
): Promise<OrderTalk> {
  const now = hub.now()
  const from = url.searchParams.get('from')
  const offered = await offerTemplates(db, templates, {
    sellerId: seller.id,
    orderId: order.id,
    shop: seller.displayName,
    asked: url.searchParams.get('template'),
    texts,
  })
  return {
    model: threadModel(conversation, {
      buyer: shownBuyer(order.buyer_username, texts),
      texts,
      timeModel: (at) => timeModel(at, now, texts),
    }),
    form: {
      href: paths.conversation(order.order_number, from ?? undefined),
      messageKey: newMessageKey(),
      subject: null,
      ...offered,
      templateHref: url.pathname,
      templateFields: [['orderid', order.order_number], ...(from === null ? [] : [['from', from] as const])],
    },
  }
}
