import type { SellerDb } from '#db/client.ts'
import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import type { Row } from '#db/schema.ts'
import type { Texts } from '#texts/texts.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { newMessageKey } from './add-message-db.server.ts'
import type { Conversation } from './conversation-db.server.ts'
import { offerTemplates } from './insert-template-db.server.ts'
import type { ThreadForm } from './message-form.tsx'
import type { MessageTemplate } from './templates-db.server.ts'
import { threadModel, type ThreadModel, type TimeModel } from './thread-view.ts'

export interface Talk {
  model: ThreadModel
  form: ThreadForm
}

interface TalkRows {
  order: Pick<Row<'orders'>, 'id' | 'order_number' | 'buyer_username'>
  conversation: Conversation
  templates: readonly MessageTemplate[]
  /** Number of the case that new messages are about; null for the order. */
  about: string | null
  /** The page that shows it, if it is not the conversation's own. */
  page?: 'order' | 'case'
  texts: Texts
  timeModel: (at: Date) => TimeModel
}

/** A conversation with its form; reads the order's values for the template in the URL. */
export async function readTalk(
  db: SellerDb,
  { seller, url }: SellerArgs,
  { order, conversation, templates, about, page, texts, timeModel }: TalkRows,
): Promise<Talk> {
  const number = order.order_number
  const from = url.searchParams.get('from') ?? undefined
  const subject = about ?? undefined
  const offered = await offerTemplates(db, templates, {
    sellerId: seller.id,
    orderId: order.id,
    shop: seller.displayName,
    asked: url.searchParams.get('template'),
    texts,
  })
  return {
    model: threadModel(conversation, { buyer: shownBuyer(order.buyer_username, texts), texts, timeModel }),
    form: {
      href: paths.conversation(number, { page, from, about: subject }),
      order: number,
      openHref: page ? paths.conversation(number, { about: subject }) : null,
      messageKey: newMessageKey(),
      subject: about,
      ...offered,
      templateHref: url.pathname,
      templateFields: [...url.searchParams].filter(([name]) => name !== 'template' && name !== 'done'),
    },
  }
}
