import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import type { Texts } from '#texts/texts.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { newMessageKey } from './add-message-db.server.ts'
import type { Conversation } from './conversation-db.server.ts'
import { offerTemplates, orderValues } from './insert-template-db.server.ts'
import type { ThreadForm } from './message-form.tsx'
import type { TemplateValues } from './template.ts'
import type { MessageTemplate } from './templates-db.server.ts'
import { threadModel, type ThreadModel, type TimeModel } from './thread-view.ts'

export interface Talk {
  model: ThreadModel
  form: ThreadForm
}

interface ThreadRows {
  /** Key of the conversation. */
  thread: string
  buyer: string
  conversation: Conversation
  templates: readonly MessageTemplate[]
  values: () => Promise<TemplateValues>
  /** Number of the case that new messages are about; null for the order or listing. */
  about: string | null
  /** The page that shows it, if it is not the conversation's own. */
  page?: 'order' | 'case'
  texts: Texts
  timeModel: (at: Date) => TimeModel
  readable?: (text: string) => string
}

/** A conversation with its form; reads the values for the template in the URL. */
export async function readThread(
  { url }: SellerArgs,
  { thread, buyer, conversation, templates, values, about, page, texts, timeModel, readable }: ThreadRows,
): Promise<Talk> {
  const from = url.searchParams.get('from') ?? undefined
  const subject = about ?? undefined
  const offered = await offerTemplates(templates, { values, asked: url.searchParams.get('template'), texts })
  return {
    model: threadModel(conversation, { buyer: shownBuyer(buyer, texts), texts, timeModel, readable }),
    form: {
      href: paths.conversation(thread, { page, from, about: subject }),
      thread,
      openHref: page ? paths.conversation(thread, { about: subject }) : null,
      messageKey: newMessageKey(),
      subject: about,
      ...offered,
      templateHref: url.pathname,
      templateFields: [...url.searchParams].filter(([name]) => name !== 'template' && name !== 'done'),
    },
  }
}

interface OrderTalk extends Omit<ThreadRows, 'thread' | 'buyer' | 'values'> {
  order: Pick<Row<'orders'>, 'id' | 'order_number' | 'buyer_username'>
}

/** The conversation about an order. */
export function readTalk(db: SellerDb, visit: SellerArgs, { order, ...rows }: OrderTalk): Promise<Talk> {
  const { id: sellerId, displayName: shop } = visit.seller
  return readThread(visit, {
    ...rows,
    thread: order.order_number,
    buyer: order.buyer_username,
    values: () => orderValues(db, { sellerId, orderId: order.id, shop, texts: rows.texts }),
  })
}
