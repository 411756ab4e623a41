import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import { sql } from 'kysely'
import { oneRow } from '#db/one-row.ts'
import type { SellerDb } from '#db/client.ts'
import type { Texts } from '#texts/texts.ts'
import { fillTemplate, type TemplateValues } from './template.ts'
import type { MessageTemplate } from './templates-db.server.ts'
import type { ThreadForm } from './message-form.tsx'

interface Inserting {
  /** Reads the values for the requested template. */
  values: () => Promise<TemplateValues>
  /** Template requested in the URL. */
  asked: string | null
  texts: Texts
}

/** Offers the seller's templates, and fills the requested one. */
export async function offerTemplates(
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
export async function orderValues(
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
