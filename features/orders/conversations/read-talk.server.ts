import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import type { Texts } from '#texts/texts.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { newMessageKey } from './add-message-db.server.ts'
import type { Conversation } from './conversation-db.server.ts'
import type { ThreadForm } from './message-form.tsx'
import { type TemplateValues, fillTemplate } from './template.ts'
import type { MessageTemplate } from './templates-db.server.ts'
import { threadModel, type ThreadModel, type TimeModel } from './thread-view.ts'
import { sql } from 'kysely'
import { oneRow } from '#db/one-row.ts'

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

interface Inserting {
  /** Reads the values for the requested template. */
  values: () => Promise<TemplateValues>
  /** Template requested in the URL. */
  asked: string | null
  texts: Texts
}

/** Offers the seller's templates, and fills the requested one. */
async function offerTemplates(
  templates: readonly MessageTemplate[],
  { values, asked, texts }: Inserting,
): Promise<Pick<ThreadForm, 'templates' | 'draft'>> {
  const chosen = templates.find(({ id }) => id === asked)
  const offered = templates.map(({ id, name }) => ({ id, name }))
  if (!chosen) return { templates: offered, draft: null }
  const { text, missing } = fillTemplate(chosen.body, await values())
  const places = missing.map((name) => `{{${name}}}`).join(', ')
  const note = missing.length > 0 ? texts.t('talk.template.missing', { places }) : null
  return { templates: offered, draft: { id: chosen.id, text, note } }
}

/** An order's values; `shop` is the shop's public name. */
async function orderValues(
  db: SellerDb,
  { sellerId, orderId, shop, texts }: { sellerId: number; orderId: number; shop: string; texts: Texts },
): Promise<TemplateValues> {
  const found = await oneRow(
    db,
    sql<Omit<TemplateValues, 'shop'>>`
    select o.order_number as "order", o.buyer_username as buyer, coalesce(nullif(a.name, ''), o.buyer_name, b.name) as name,
      (select string_agg(title, ', ' order by first) from (
        select title, min(position) as first from line_items
        where seller_id = ${sellerId} and order_id = ${orderId} group by title) l) as item,
      (select string_agg(carrier, ', ' order by first) from (
        select carrier, min(id) as first from shipments
        where seller_id = ${sellerId} and order_id = ${orderId} group by carrier) s) as carrier,
      (select string_agg(tracking_number, ', ' order by first) from (
        select tracking_number, min(id) as first from shipments
        where seller_id = ${sellerId} and order_id = ${orderId} group by tracking_number) s) as tracking
    from orders o
    join buyers b on b.seller_id = ${sellerId} and b.id = o.buyer_id
    left join addresses a on a.seller_id = ${sellerId} and a.id = o.ship_to_address_id
    where o.seller_id = ${sellerId} and o.id = ${orderId}`,
  )
  return { ...found, buyer: found.buyer && shownBuyer(found.buyer, texts), shop }
}
