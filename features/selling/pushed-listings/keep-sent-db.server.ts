import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import type { PushedListing } from './pushed-listing.ts'
import { isSameList, variationRows } from './shop-listings-db.server.ts'

interface Told {
  pointer: string
  detail: string
}

export interface SentBefore {
  id: number
  pushedAs: string
  imageUrls: string[]
  told: Told[]
  hasPictures: boolean
}

interface SentListing {
  pushed: PushedListing
  before: SentBefore
  told: readonly Told[]
}

const textsOf = ({ pointer, detail }: Told) => [pointer, detail]

export async function keepSent(
  db: SellerDb,
  { sellerId, listings, now }: { sellerId: number; listings: readonly SentListing[]; now: Date },
): Promise<void> {
  const isFetched = ({ before, pushed }: SentListing) =>
    before.hasPictures && isSameList(before.imageUrls, pushed.imageUrls)
  const isAsSent = ({ before, pushed, told }: SentListing) =>
    before.pushedAs === pushed.pushedAs &&
    isSameList(before.told.flatMap(textsOf), told.flatMap(textsOf)) &&
    (before.hasPictures || pushed.imageUrls.length === 0)
  const rowOf = ({ before, pushed, told }: SentListing) => ({
    seller_id: sellerId,
    external_id: pushed.id,
    listing_id: before.id,
    pushed_as: pushed.pushedAs,
    image_urls: [...pushed.imageUrls],
    problems: told,
    as_of: pushed.asOf,
  })
  const set = (columns: readonly string[]) =>
    sql`on conflict (seller_id, external_id) do update set ${sql.join(
      columns.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`),
    )}, as_of = coalesce(excluded.as_of, shop_listings.as_of)`
  const sent = ['pushed_as', 'image_urls', 'problems']
  const changed = listings.filter((each) => !isAsSent(each))
  const fetched = changed.filter((each) => isFetched(each))
  await insertRows(db, 'shop_listings', fetched.map(rowOf), { json: ['problems'], ending: set(sent) })
  const fetching = changed
    .filter((each) => !isFetched(each))
    .map((each) => ({ ...rowOf(each), fetch_at: each.pushed.imageUrls.length > 0 ? now : null, fetches: 0 }))
  await insertRows(db, 'shop_listings', fetching, { json: ['problems'], ending: set([...sent, 'fetch_at', 'fetches']) })
  const others = listings.filter(({ before, pushed }) => before.pushedAs !== pushed.pushedAs)
  const ids = others.map(({ before }) => before.id)
  if (ids.length > 0)
    await sql`delete from shop_variations where seller_id = ${sellerId} and listing_id = any (${ids}::bigint[])`.execute(
      db,
    )
  await insertRows(
    db,
    'shop_variations',
    others.flatMap(({ before, pushed }) => variationRows(sellerId, before.id, pushed)),
  )
}
