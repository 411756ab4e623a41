import { sql, type RawBuilder } from 'kysely'

/** SQL: weight of the empty package of a listing's contents `c`: the chosen one's, else the shop's default's. */
export const emptyGrams = (sellerId: unknown): RawBuilder<number> => sql<number>`coalesce((
  select k.empty_grams from packages k where k.seller_id = ${sellerId} and (k.is_default or k.id = c.package_id)
  order by k.is_default limit 1), 0)`
