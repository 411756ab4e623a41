import { sql, type Kysely } from 'kysely'
import type { KeptSum } from './kept-sum.ts'
import { keptGroupSums } from './group-sums.ts'
import { keptStock } from './kept-stock.ts'
import type { Schema } from './schema.ts'
import { oneRow } from './one-row.ts'

/** Condition: the sales of a row's day are due to be summed. */
const isDue = (of: string) =>
  `exists (select from sold_days_due d where d.seller_id = ${of}.seller_id and d.day = ${of}.day)`

const keptSums: readonly KeptSum[] = [
  {
    table: 'seller_names',
    columns: 'seller_id, username, display_name, external_id',
    rows: 'select id, username, display_name, external_id from sellers',
    sources: 'sellers',
  },
  {
    table: 'feedback_weeks',
    columns: 'seller_id, week, positive, negative',
    empty: '(positive, negative) = (0, 0)',
    rows: `select seller_id, week, (count(*) filter (where net > 0))::integer, (count(*) filter (where net < 0))::integer
      from (
        select seller_id, feedback_week(left_at) as week, sum(case rating when 'POSITIVE' then 1 when 'NEGATIVE' then -1 else 0 end) as net
        from feedback where left_at is not null group by seller_id, buyer_username, feedback_week(left_at)
      ) votes
      group by 1, 2 having count(*) filter (where net <> 0) > 0`,
    sources: 'feedback',
  },
  {
    table: 'line_profits',
    columns:
      'seller_id, order_id, line_item_id, listing_id, sku, currency, units, is_complete, revenue_minor, profit_minor, cost_minor',
    rows: `with posted as (
        select e.seller_id, e.order_id, p.line_item_id, sum(p.amount_minor)::bigint as minor,
          coalesce(sum(p.amount_minor) filter (where p.account in ('revenue:item', 'revenue:shipping')), 0)::bigint as revenue
        from (select distinct seller_id, order_id from goods_costs) g
        join ledger_entries e on e.seller_id = g.seller_id and e.order_id = g.order_id
        join ledger_postings p on p.seller_id = e.seller_id and p.entry_id = e.id
        where is_profit_account(p.account) group by 1, 2, 3
      ), costed as materialized (
        select m.seller_id, m.line_item_id, min(m.units / coalesce(p.units, 1))::integer as units, sum(m.minor)::bigint as minor
        from (
          select seller_id, line_item_id, part, sum(units) as units, sum(minor) as minor
          from (
            select seller_id, line_item_id, part, quantity as units, cost_minor as minor from goods_costs where cost_minor is not null
            union all
            select seller_id, line_item_id, part, 0, -cost_minor from returned_goods where cost_minor is not null
          ) moved group by 1, 2, 3
        ) m
        left join line_parts p on p.seller_id = m.seller_id and p.line_item_id = m.line_item_id and p.nth = m.part
        left join (select seller_id, line_item_id, count(*) as parts from line_parts group by 1, 2) a
          on a.seller_id = m.seller_id and a.line_item_id = m.line_item_id
        group by 1, 2 having min(m.units / coalesce(p.units, 1)) >= 1 and count(p.sku) = coalesce(max(a.parts), 0)
      ), divided as materialized (
        select d.seller_id, each.id, each.share
        from (
          select l.seller_id, l.order_id, array_agg(l.id order by l.position) as ids,
            allocate_minor(-coalesce(max(whole.minor), 0)::bigint,
              array_agg(greatest(0, -coalesce(own.revenue, 0)) order by l.position)) as shares
          from (select distinct seller_id, order_id from goods_costs) g
          join line_items l on l.seller_id = g.seller_id and l.order_id = g.order_id
          left join posted own on own.seller_id = l.seller_id and own.order_id = l.order_id and own.line_item_id = l.id
          left join posted whole on whole.seller_id = l.seller_id and whole.order_id = l.order_id and whole.line_item_id is null
          group by 1, 2
        ) d cross join lateral unnest(d.ids, d.shares) each (id, share)
      )
      select l.seller_id, l.order_id, l.id, l.listing_id, l.sku, l.currency, c.units, c.units >= l.quantity - l.cancelled_quantity,
        -coalesce(own.revenue, 0), d.share - coalesce(own.minor, 0), c.minor
      from divided d
      join line_items l on l.seller_id = d.seller_id and l.id = d.id
      join costed c on c.seller_id = d.seller_id and c.line_item_id = d.id
      left join posted own on own.seller_id = l.seller_id and own.order_id = l.order_id and own.line_item_id = l.id`,
    sources: 'line_items, line_parts, goods_costs, returned_goods, ledger_entries, ledger_postings',
  },
  {
    table: 'order_profits',
    columns: 'seller_id, order_id, currency, revenue_minor, profit_minor, margin_bps, cost_minor, sold_at, total_minor',
    rows: `select p.seller_id, p.order_id, p.currency, sum(p.revenue_minor)::bigint, sum(p.profit_minor)::bigint,
        case when sum(p.revenue_minor) > 0 then round(sum(p.profit_minor) * 10000.0 / sum(p.revenue_minor))::bigint end,
        sum(p.cost_minor)::bigint, case when is_sale(o.payment_status, o.cancel_state) then o.placed_at end, o.total_minor
      from line_profits p join orders o on o.seller_id = p.seller_id and o.id = p.order_id
      where not exists (
        select from line_items l
        where l.seller_id = p.seller_id and l.order_id = p.order_id and l.quantity > l.cancelled_quantity
          and not exists (select from line_profits x where x.seller_id = l.seller_id and x.line_item_id = l.id)
      )
      group by 1, 2, 3, o.payment_status, o.cancel_state, o.placed_at, o.total_minor having bool_and(p.is_complete)`,
    sources: 'line_profits, line_items, orders',
  },
  {
    table: 'sold_days',
    columns:
      'seller_id, part, currency, day, key, title, orders, units, gross_minor, known_minor, revenue_minor, cost_minor, profit_minor',
    empty: isDue('sold_days'),
    rows: `with sold as materialized (
        select o.*, y.order_id is not null as is_known, y.revenue_minor, y.cost_minor, y.profit_minor
        from (
          select seller_id, id, day_of(placed_at) as day, currency, ship_to_country, unit_count, total_minor, extras,
            case when placed_at > min(placed_at) over (partition by seller_id, buyer_username) then 'returning' else 'new' end as buyers
          from orders where is_sale(payment_status, cancel_state)
        ) o
        left join order_profits y on y.seller_id = o.seller_id and y.order_id = o.id
        where not (${isDue('o')})
      ), lines as (
        select o.seller_id, o.id, o.day, o.currency, l.item_number, l.title, coalesce(g.category, '') as category,
          l.quantity - l.cancelled_quantity as units,
          l.quantity * l.unit_price_minor - l.discount_minor + l.shipping_minor + l.tax_minor as gross,
          o.is_known, z.revenue_minor, z.cost_minor, z.profit_minor
        from sold o join line_items l on l.seller_id = o.seller_id and l.order_id = o.id
        left join listings g on g.seller_id = l.seller_id and g.id = l.listing_id
        left join line_profits z on o.is_known and z.seller_id = l.seller_id and z.order_id = l.order_id and z.line_item_id = l.id
      ), extra as materialized (
        select seller_id, id, day, currency, is_known,
          (greatest(0, (select sum((e ->> 'minor')::bigint) from jsonb_array_elements(extras) e)) + coalesce((
            select sum((t ->> 'minor')::bigint) from jsonb_array_elements(extras) e, jsonb_array_elements(e -> 'taxes') t
            where t ->> 'included' = 'false'
          ), 0))::bigint as gross
        from sold where extras is not null
      ), parts (seller_id, part, currency, day, key, title, order_id, units, gross, is_known, revenue, cost, profit) as (
        select seller_id, 'country', currency, day, ship_to_country, null, id, unit_count, total_minor, is_known, revenue_minor,
          cost_minor, profit_minor
        from sold
        union all select seller_id, 'buyers', currency, day, buyers, null, id, unit_count, total_minor, is_known, revenue_minor,
          cost_minor, profit_minor
        from sold
        union all select seller_id, 'listing', currency, day, item_number, title, id, units, gross, is_known, revenue_minor,
          cost_minor, profit_minor
        from lines
        union all select seller_id, 'category', currency, day, category, null, id, units, gross, is_known, revenue_minor,
          cost_minor, profit_minor
        from lines
        union all select seller_id, part, currency, day, '*extras', null, id, 0, gross, is_known, null, null, null
        from extra cross join (values ('listing'), ('category')) each (part) where gross > 0
      )
      select seller_id, part, currency, day, key, max(title), count(distinct order_id)::integer, sum(units)::integer,
        sum(gross)::bigint, coalesce(sum(gross) filter (where is_known), 0)::bigint, coalesce(sum(revenue), 0)::bigint,
        coalesce(sum(cost), 0)::bigint, coalesce(sum(profit), 0)::bigint
      from parts group by 1, 2, 3, 4, 5`,
    sources: 'orders, line_items, listings, order_profits, sold_days',
  },
  ...keptGroupSums,
  ...keptStock,
  {
    table: 'order_search',
    columns: 'seller_id, order_id, terms, personal',
    rows: `select o.seller_id, o.id, order_terms(o.order_number, o.external_id, o.buyer_username,
        (select string_agg(concat_ws(' ', l.title, l.sku, l.item_number), ' ' order by l.position)
          from line_items l where l.seller_id = o.seller_id and l.order_id = o.id),
        (select string_agg(l.sku, e'\\n' order by l.position) from line_items l where l.seller_id = o.seller_id and l.order_id = o.id),
        (select string_agg(p.tracking_number, e'\\n' order by p.id) from shipments p where p.seller_id = o.seller_id and p.order_id = o.id)),
        order_personal(array[coalesce(o.buyer_name, b.name), a.name, a.company], array[a.region, a.city, a.line1, a.line2, a.line3],
      a.postal_code, a.phone, concat_ws(' ', n.note, o.buyer_email))
      from orders o join buyers b on b.seller_id = o.seller_id and b.id = o.buyer_id
      left join addresses a on a.seller_id = o.seller_id and a.id = o.ship_to_address_id
      left join order_notes n on n.seller_id = o.seller_id and n.order_id = o.id`,
    sources: 'orders, line_items, shipments, buyers, addresses, order_notes',
  },
  {
    table: 'listing_search',
    columns: 'seller_id, listing_id, tab, terms',
    rows: `select l.seller_id, l.id, l.tab, search_form(concat_ws(' ', l.title, l.sku, l.item_number, p.epid, p.gtin,
        (select string_agg(v.sku, ' ' order by v.position) from listing_variations v
          where v.seller_id = l.seller_id and v.listing_id = l.id)))
      from listings l left join products p on p.id = l.product_id`,
    sources: 'listings, listing_variations, products',
  },
  {
    table: 'conversation_search',
    columns: 'seller_id, conversation_id, terms',
    rows: `select c.seller_id, c.id, search_form(concat_ws(' ', c.order_number, l.item_number, c.buyer_username,
        (select string_agg(m.body, ' ' order by m.id)
          from conversation_messages m where m.seller_id = c.seller_id and m.order_id = c.order_id),
        (select string_agg(m.body, ' ' order by m.id) from conversation_messages m
          where m.seller_id = c.seller_id and m.listing_id = c.listing_id and m.buyer_id = c.buyer_id)))
      from conversations c left join listings l on l.seller_id = c.seller_id and l.id = c.listing_id`,
    sources: 'conversations, conversation_messages, listings',
  },
]

/** Finds trigger-maintained tables with wrong rows, all or one, and the number of rows that differ. */
export async function findWrongSums(owner: Kysely<Schema>, only?: string): Promise<{ table: string; rows: number }[]> {
  return owner.transaction().execute(async (tx) => {
    await joinAllRows(tx)
    const wrong: { table: string; rows: number }[] = []
    for (const { table, columns, empty = 'false', stored, rows } of keptSums) {
      if (only !== undefined && table !== only) continue
      const kept = stored ?? `select ${columns} from ${table} where not (${empty})`
      const differing = sql<{ rows: number }>`
        with kept as (${sql.raw(kept)}), right_rows as (${sql.raw(rows)})
        select (select count(*) from (select * from kept except all select * from right_rows) gone)
          + (select count(*) from (select * from right_rows except all select * from kept) missing) as rows`
      const { rows: different } = await oneRow(tx, differing)
      if (different > 0) wrong.push({ table, rows: different })
    }
    return wrong
  })
}

/** Sums are of all rows: loops, planned where few are expected, would take minutes. */
const joinAllRows = (tx: Kysely<Schema>) => sql`set local enable_nestloop = off`.execute(tx)

/** Rebuilds a trigger-maintained table in one transaction; writers of its sources wait meanwhile. */
export async function rebuildSums(owner: Kysely<Schema>, table: string): Promise<void> {
  const kept = keptSums.find((one) => one.table === table)
  if (!kept) throw new Error(`${table} is no table that triggers keep`)
  await owner.transaction().execute(async (tx) => {
    await sql.raw(`lock table ${kept.sources} in share row exclusive mode`).execute(tx)
    if (kept.correct !== undefined) {
      await sql.raw(kept.correct).execute(tx)
      return
    }
    await sql.raw(`delete from ${table}`).execute(tx)
    await joinAllRows(tx)
    await sql.raw(`insert into ${table} (${kept.columns}) ${kept.rows}`).execute(tx)
  })
}
