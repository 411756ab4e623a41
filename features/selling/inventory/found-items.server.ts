import { sql, type RawBuilder } from 'kysely'
import { foundByWords } from '#db/shards.ts'
import { holdsWord, type SqlCondition } from '#features/machinery/grid/list-conditions.server.ts'
import { wordsOf } from '#features/machinery/grid/list-query.ts'
import type { ListTypes, Reading, SearchUse } from '#features/machinery/grid/list.ts'

const and = sql` and `

/** Marks a word of a SKU: those of a range lie together in the order of SKUs, maybe far from its beginning. */
const codeLike = /[\d_-]/

/**
 * SKUs whose listing contains each word, or whose bin contains what was typed. A listing's words include its SKU; those
 * of all its variations count for the variation that has them.
 */
export function inFoundItems<T extends ListTypes>(
  typed: string,
  on: Reading<T>,
  { walks = false, most, db }: SearchUse,
): SqlCondition[] {
  const { sellerId } = on
  const words = wordsOf(on)
  if (words.length === 0) return []
  const patterns = words.map((word) => sql`search_pattern(${word})`)
  const isInListing = sql.join(
    [sql`w.seller_id = ${sellerId}`, ...patterns.map((each) => sql`w.terms like ${each}`)],
    and,
  )
  const isInBin = sql`b.seller_id = ${sellerId}
    and b.words like lower(${`%${typed.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`})`
  const isOwn = (item: RawBuilder<unknown>) => sql`(${item}.position is null or (
    select search_form(concat_ws(' ', l.title, l.sku, l.item_number, p.epid, p.gtin, ${item}.sku))
    from listings l left join products p on p.id = l.product_id
    where l.seller_id = ${sellerId} and l.id = ${item}.listing_id) like all (array[${sql.join(patterns)}]))`
  if (walks && !(on.query.sort.column === 'sku' && words.some((word) => codeLike.test(word))))
    return [
      sql`(exists (select from listing_words w where ${isInListing} and w.id = o.listing_id offset 0) and ${isOwn(sql`o`)}
        or exists (select from bin_words b where ${isInBin} and b.sku = o.sku offset 0))`,
    ]
  const some = most === undefined ? sql`` : sql`limit ${most}`
  const byFunction = db && foundByWords(db, 'listing_words', { condition: sql.join(words.map(holdsWord), and) })
  const listings = byFunction
    ? sql`${byFunction} as w (id)`
    : sql`(select w.id as id from listing_words w where ${isInListing} offset 0) w`
  // Offsets keep the words apart from tables with row-level security, beside which their index is not used.
  return [
    sql`o.id = any (array(
      (select m.id as id from (
        select i.id as id, i.position as position, i.listing_id as listing_id, i.sku as sku
        from ${listings}
        join stock_items i on i.seller_id = ${sellerId} and i.listing_id = w.id
        where i.is_stocked offset 0
      ) m where ${isOwn(sql`m`)} ${some})
      union all
      (select i.id as id from (select b.sku as sku from bin_words b where ${isInBin} offset 0) b
        join stock_items i on i.seller_id = ${sellerId} and i.sku = b.sku
        where i.is_stocked ${some})))`,
  ]
}
