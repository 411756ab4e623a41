import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { foundByWords } from '#db/shards.ts'
import { holdsWord, type SqlCondition } from '#features/machinery/grid/list-conditions.server.ts'
import { wordsOf } from '#features/machinery/grid/list-query.ts'
import type { SearchSet } from '#features/machinery/grid/list.ts'
import type { ListTypes, Reading, SearchUse } from '#features/machinery/grid/list.ts'

const and = sql` and `

/** Statements for the listings that contain each word, and for the SKUs whose bin contains what was typed. */
function foundKeys<T extends ListTypes>(typed: string, on: Reading<T>, db: SellerDb | undefined) {
  const { sellerId } = on
  const words = wordsOf(on)
  const byFunction = db && foundByWords(db, 'listing_words', { condition: sql.join(words.map(holdsWord), and) })
  const isInListing = sql.join(
    [sql`w.seller_id = ${sellerId}`, ...words.map((word) => sql`w.terms like search_pattern(${word})`)],
    and,
  )
  const isInBin = sql`b.seller_id = ${sellerId}
    and b.words like lower(${`%${typed.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`})`
  return {
    isInListing,
    isInBin,
    listings: byFunction
      ? sql`select w.id as key from ${byFunction} as w (id)`
      : sql`select w.id as key from listing_words w where ${isInListing}`,
    skus: sql`select b.sku as key from bin_words b where ${isInBin}`,
  }
}

/** A listing's words include its SKU; those of all its variations count for the variation that has them. */
const hasOwnWords = <T extends ListTypes>(
  on: Reading<T>,
  item: RawBuilder<unknown>,
): SqlCondition => sql`(${item}.position is null or (
    select search_form(concat_ws(' ', l.title, l.sku, l.item_number, p.epid, p.gtin, ${item}.sku))
    from listings l left join products p on p.id = l.product_id
    where l.seller_id = ${on.sellerId} and l.id = ${item}.listing_id)
    like all (array[${sql.join(wordsOf(on).map((word) => sql`search_pattern(${word})`))}]))`

/** The sets by which a page finds SKUs of listings that contain each word, or with a bin that contains what was typed. */
export function foundItemSets<T extends ListTypes>(typed: string, on: Reading<T>, db: SellerDb): readonly SearchSet[] {
  const { listings, skus } = foundKeys(typed, on, db)
  return [
    { keys: listings, column: 'listing_id', also: hasOwnWords(on, sql`o`) },
    { keys: skus, column: 'sku' },
  ]
}

/** The same as conditions, for other statements than those of a page. */
export function inFoundItems<T extends ListTypes>(
  typed: string,
  on: Reading<T>,
  { walks = false, db }: SearchUse,
): SqlCondition[] {
  const { sellerId } = on
  if (wordsOf(on).length === 0) return []
  const { isInListing, isInBin, listings, skus } = foundKeys(typed, on, db)
  if (walks)
    return [
      sql`(exists (select from listing_words w where ${isInListing} and w.id = o.listing_id offset 0) and ${hasOwnWords(on, sql`o`)}
        or exists (select from bin_words b where ${isInBin} and b.sku = o.sku offset 0))`,
    ]
  // Offsets keep the words apart from tables with row-level security, beside which their index is not used.
  return [
    sql`o.id = any (array(
      (select m.id as id from (
        select i.id as id, i.position as position, i.listing_id as listing_id, i.sku as sku
        from (${listings} offset 0) w
        join stock_items i on i.seller_id = ${sellerId} and i.listing_id = w.key
        where i.is_stocked offset 0
      ) m where ${hasOwnWords(on, sql`m`)})
      union all
      (select i.id as id from (${skus} offset 0) b
        join stock_items i on i.seller_id = ${sellerId} and i.sku = b.key
        where i.is_stocked)))`,
  ]
}
