import { sql, type RawBuilder } from 'kysely'
import type { SqlCondition } from '#features/machinery/grid/list-conditions.server.ts'
import { wordsOf } from '#features/machinery/grid/list-query.ts'
import type { ListTypes, Reading, SearchUse } from '#features/machinery/grid/list.ts'

/**
 * SKUs whose listing contains each word, or whose bin contains what was typed. A listing's words include its SKU; those
 * of all its variations count for the variation that has them.
 */
export function inFoundItems<T extends ListTypes>(
  typed: string,
  on: Reading<T>,
  { walks = false, most }: SearchUse,
): SqlCondition[] {
  const words = wordsOf(on)
  if (words.length === 0) return []
  const patterns = sql`array[${sql.join(words.map((word) => sql`search_pattern(${word})`))}]`
  const inListing = sql`w.seller_id = ${on.sellerId} and ${sql.join(
    words.map((word) => sql`w.terms like search_pattern(${word})`),
    sql` and `,
  )}`
  const inBin = sql`b.seller_id = ${on.sellerId}
    and b.words like lower(${`%${typed.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`})`
  const isOwn = (item: RawBuilder<unknown>) => sql`(${item}.position is null or (
    select search_form(concat_ws(' ', l.title, l.sku, l.item_number, p.epid, p.gtin, ${item}.sku))
    from listings l left join products p on p.id = l.product_id
    where l.seller_id = ${on.sellerId} and l.id = ${item}.listing_id) like all (${patterns}))`
  // An offset keeps PostgreSQL from finding all matches first.
  if (walks)
    return [
      sql`(exists (select from listing_words w where ${inListing} and w.id = o.listing_id offset 0) and ${isOwn(sql`o`)}
        or exists (select from bin_words b where ${inBin} and b.sku = o.sku offset 0))`,
    ]
  const some = most === undefined ? sql`` : sql`limit ${most}`
  return [
    sql`o.id = any (array(
      (select i.id as id from listing_words w join stock_items i on i.seller_id = ${on.sellerId} and i.listing_id = w.id
        where ${inListing} and i.is_stocked and ${isOwn(sql`i`)} ${some})
      union all
      (select i.id as id from bin_words b join stock_items i on i.seller_id = ${on.sellerId} and i.sku = b.sku
        where ${inBin} and i.is_stocked ${some})))`,
  ]
}
