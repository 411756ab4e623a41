import type { SellerDb } from '#db/client.ts'
import { newMessageKey } from '#features/conversations/add-message-db.server.ts'
import { readConversation } from '#features/conversations/conversation-db.server.ts'
import { fillTemplate, type TemplateValues } from '#features/conversations/template.ts'
import { listTemplates, type MessageTemplate } from '#features/conversations/templates-db.server.ts'
import { threadModel, type ThreadModel } from '#features/conversations/thread-view.ts'
import type { ThreadForm } from '#features/conversations/thread.tsx'
import type { Texts } from '#texts/texts.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import type { OrderDetails } from './order-details-db.server.ts'
import { timeModel } from './order-words.ts'

/** The conversation about an order, with the form of the next message. */
export interface OrderTalk {
  model: ThreadModel
  form: ThreadForm
}

/** Reads what the buyer and the seller wrote about an order; the address may ask for a template to begin with. */
export async function readTalk(
  db: SellerDb,
  { hub, seller, url }: SellerArgs,
  { details, texts }: { details: OrderDetails; texts: Texts },
): Promise<OrderTalk> {
  const { order } = details
  const now = hub.now()
  const templates = await listTemplates(db, seller.id)
  const asked = templates.find(({ id }) => id === url.searchParams.get('template'))
  const from = url.searchParams.get('from')
  return {
    model: threadModel(await readConversation(db, seller.id, order.id), {
      buyer: details.buyer.username,
      texts,
      timeModel: (at) => timeModel(at, now, texts),
    }),
    form: {
      href: paths.conversation(order.order_number, from ?? undefined),
      messageKey: newMessageKey(),
      subject: null,
      templates: templates.map(({ id, name }) => ({ id, name })),
      templateHref: url.pathname,
      templateFields: [['orderid', order.order_number], ...(from === null ? [] : [['from', from] as const])],
      draft: asked ? draftOf(asked, templateValues(details, seller.displayName), texts) : null,
    },
  }
}

function draftOf({ id, body }: MessageTemplate, values: TemplateValues, { t }: Texts): ThreadForm['draft'] {
  const { text, missing } = fillTemplate(body, values)
  const places = missing.map((name) => `{{${name}}}`).join(', ')
  return { id, text, note: missing.length > 0 ? t('talk.template.missing', { places }) : null }
}

/** What the places of a template are for an order. */
function templateValues({ order, buyer, address, lines, shipments }: OrderDetails, shop: string): TemplateValues {
  const some = (values: readonly (string | null)[]) => [...new Set(values)].filter(Boolean).join(', ') || null
  return {
    buyer: buyer.username,
    name: address.name || buyer.name,
    order: order.order_number,
    item: some(lines.map(({ title }) => title)),
    carrier: some(shipments.map(({ carrier }) => carrier)),
    tracking: some(shipments.map(({ tracking_number }) => tracking_number)),
    shop,
  }
}
