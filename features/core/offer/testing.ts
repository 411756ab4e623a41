import { anyListing, addRow, addRows } from '#db/testing-row.ts'
import type { TestDatabase } from '#db/testing.ts'
import type { NewRow } from '#db/schema.ts'
import type { ItemNumber } from '#features/core/listing/listing.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { brand } from '#lib/brand.ts'
import { makeOffer, type NewOffer } from './offers-db.server.ts'

export const offerLimits = testPolicyPack.offers

let serial = 0

/** Adds an active listing that takes offers, at £50.00 a unit unless `change` differs. */
export async function addOfferedListing(
  { owner }: Pick<TestDatabase, 'owner'>,
  sellerId: number,
  change: Partial<NewRow<'listings'>> & { content?: Partial<NewRow<'listing_contents'>> } = {},
): Promise<{ id: number; item: ItemNumber }> {
  serial += 1
  const { content, ...columns } = change
  const { id, item_number: item } = await addRow(owner, 'listings', {
    seller_id: sellerId,
    title: `Lens ${serial}`,
    sku: `LENS-${serial}`,
    ...anyListing,
    price_minor: 5_000,
    quantity_available: 3,
    starts_at: new Date('2026-11-01T00:00:00Z'),
    ...columns,
  })
  await addRows(owner, 'listing_contents', { seller_id: sellerId, listing_id: id, best_offer: true, ...content })
  return { id, item: brand<ItemNumber>(item) }
}

/** Makes an offer of a buyer, of £40.00 for a unit unless `change` differs. */
export async function addOffer(
  db: Pick<TestDatabase, 'asSeller'>,
  made: Pick<NewOffer, 'sellerId' | 'item' | 'now'> & Partial<NewOffer>,
) {
  serial += 1
  const outcome = await db.asSeller(made.sellerId, 'write', (tx) =>
    makeOffer(
      tx,
      {
        begunBy: 'BUYER',
        externalId: made.begunBy === 'SELLER' ? null : `of-${serial}`,
        sku: null,
        variation: null,
        buyer: `buyer-${serial}`,
        currency: 'GBP',
        priceMinor: 4_000,
        units: 1,
        message: null,
        mayCounter: true,
        madeAt: made.now,
        dueAt: new Date(made.now.getTime() + offerLimits.stands),
        memberName: null,
        tellAt: null,
        ...made,
      },
      offerLimits,
    ),
  )
  if (!outcome.ok) throw new Error(`no offer: ${outcome.reason}`)
  return outcome.offer
}

/** Adds buyers who watch a listing. */
export const addInterest = (
  { owner }: Pick<TestDatabase, 'owner'>,
  sellerId: number,
  listingId: number,
  buyers: readonly string[],
) =>
  addRows(
    owner,
    'interested_buyers',
    buyers.map((buyer) => ({
      seller_id: sellerId,
      listing_id: listingId,
      buyer_username: buyer,
      interest: 'WATCHING' as const,
      since: new Date('2026-11-01T00:00:00Z'),
    })),
  )
