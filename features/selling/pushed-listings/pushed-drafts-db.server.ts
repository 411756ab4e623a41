import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { keepPictures } from '#features/core/listing-pictures/pictures-db.server.ts'
import { storeShopCounts } from '#features/core/listing/stock-owner-db.server.ts'
import { storeNewContents } from '#features/selling/listing-form/form/content-db.server.ts'
import { sameTyped, typedPictures, type Typed } from '#features/selling/listing-form/form/typed-form.ts'
import { draftColumns } from '#features/selling/listing-form/keep/drafts-db.server.ts'
import { pictureOf, type PlannedListing } from './plan-pushed.server.ts'
import { keepSent, type SentBefore } from './keep-sent-db.server.ts'

/** A draft that the shop sent before, with its row locked. */
interface StoredDraft extends SentBefore {
  itemNumber: string
  version: number
  imageUrl: string | null
  formKey: string
  typed: Typed
  externalId: string
}

interface DraftRow extends StoredDraft {
  pictures: string[]
}

/**
 * Reads and locks drafts by the shop's ids, except those that need more than their form: a product, a start, other
 * pictures, or what is left of another listing.
 */
export async function lockSentDrafts(
  db: SellerDb,
  { sellerId, listingIds, now }: { sellerId: number; listingIds: readonly number[]; now: Date },
): Promise<Map<string, StoredDraft>> {
  const ids = sql`${[...listingIds]}::bigint[]`
  await sql`select from listings where seller_id = ${sellerId} and id = any (${ids}) order by id for update`.execute(db)
  const { rows } = await sql<DraftRow>`
    select l.id, l.item_number as "itemNumber", l.version, l.image_url as "imageUrl", d.form_key as "formKey", d.typed,
      s.external_id as "externalId", s.pushed_as as "pushedAs", s.image_urls as "imageUrls", s.problems as told,
      array(
        select p.hash from listing_pictures p where p.seller_id = ${sellerId} and p.listing_id = l.id order by p.position
      ) as pictures
    from listings l
    join listing_drafts d on d.seller_id = ${sellerId} and d.listing_id = l.id
    join shop_listings s on s.seller_id = ${sellerId} and s.listing_id = l.id
    where l.seller_id = ${sellerId} and l.id = any (${ids}) and l.state = 'DRAFT' and l.relisted_from is null and l.buffer = 0
      and d.mode = 'AddItem' and d.source_id is null
      and not exists (select from listing_contents c where c.seller_id = ${sellerId} and c.listing_id = l.id)`.execute(
    db,
  )
  const chosen = rows.flatMap(({ typed }) => typedPictures(typed))
  await keepPictures(db, { sellerId, chosen, now })
  const plain = rows.filter(({ typed, pictures }) => {
    const named = typedPictures(typed).map(({ hash }) => hash)
    return !typed['epid'] && !typed['startDate'] && !typed['startTime'] && named.join(' ') === pictures.join(' ')
  })
  return new Map(plain.map(({ pictures, ...row }) => [row.externalId, { ...row, hasPictures: pictures.length > 0 }]))
}

interface ChangedDraft extends PlannedListing {
  draft: StoredDraft
  told: readonly { pointer: string; detail: string }[]
}

interface Changing {
  sellerId: number
  drafts: readonly ChangedDraft[]
  now: Date
}

/** Stores pushed drafts whose rows are locked, all at once: as drafts, or on sale. */
export async function storeSentDrafts(db: SellerDb, { sellerId, drafts, now }: Changing): Promise<void> {
  const isTypedAnew = ({ typed, draft }: ChangedDraft) => !sameTyped(typed, draft.typed)
  await updateListings(
    db,
    sellerId,
    drafts
      .filter((each) => isTypedAnew(each) || imageUrlOf(each) !== each.draft.imageUrl)
      .map((each) => ({ id: each.draft.id, ...draftColumns(each.content, null), image_url: imageUrlOf(each) })),
  )
  const onSale = drafts.flatMap((each) => (each.onSale ? { ...each, onSale: each.onSale } : []))
  await updateListings(
    db,
    sellerId,
    onSale.map((each) => ({ ...each.onSale.row, id: each.draft.id, image_url: imageUrlOf(each) })),
  )
  const contents = onSale.map(({ draft: { id, formKey }, onSale: { content } }) => ({
    listingId: id,
    content,
    formKey,
  }))
  await storeNewContents(db, sellerId, contents)
  const published = onSale.map(({ draft }) => draft.id)
  if (published.length > 0)
    await sql`delete from listing_drafts where seller_id = ${sellerId} and listing_id = any (${published}::bigint[])`.execute(
      db,
    )
  await updateForms(
    db,
    sellerId,
    drafts
      .filter((each) => each.onSale === null && isTypedAnew(each))
      .map(({ draft, typed }) => ({ listing_id: draft.id, typed, saved_at: now })),
  )
  await storeShopCounts(
    db,
    sellerId,
    drafts.map(({ draft: { id }, pushed: { shopCounts } }) => ({ id, shopCounts })),
  )
  await keepSent(db, { sellerId, listings: drafts.map((each) => ({ ...each, before: each.draft })), now })
}

const imageUrlOf = ({ pushed, typed, draft }: ChangedDraft) =>
  draft.hasPictures ? draft.imageUrl : pictureOf(pushed, typed)

/** Updates rows of listings, all with the columns of the first one. */
export async function updateListings(db: SellerDb, sellerId: number, rows: readonly { id: number }[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first).filter(
    (column) => column !== 'id' && column !== 'currency' && column !== 'product_id',
  )
  const sets = columns.map((column) => sql`${sql.ref(column)} = n.${sql.ref(column)}`)
  await sql`
    update listings l set ${sql.join(sets)}
    from json_populate_recordset(null::listings, ${JSON.stringify(rows)}::json) n
    where l.seller_id = ${sellerId} and l.id = n.id`.execute(db)
}

async function updateForms(
  db: SellerDb,
  sellerId: number,
  rows: readonly { listing_id: number; typed: Typed; saved_at: Date }[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update listing_drafts d set typed = n.typed, revision = d.revision + 1, saved_at = n.saved_at
    from json_populate_recordset(null::listing_drafts, ${JSON.stringify(rows)}::json) n
    where d.seller_id = ${sellerId} and d.listing_id = n.listing_id`.execute(db)
}
