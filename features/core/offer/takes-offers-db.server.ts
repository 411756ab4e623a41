import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'

/**
 * Whether the marketplace of a seller takes buyers' offers: not if their listings come from a connected shop and no
 * connection takes any. Without a connector it does.
 */
export async function takesOffers(db: SellerDb, sellerId: number): Promise<boolean> {
  return (await oneRow(db, sql<{ takes: boolean }>`select takes_offers(${sellerId}) as takes`)).takes
}

/** Fields of a listing that mean nothing where no offers are taken. */
export const offerFields = ['bestOffer', 'minimumOffer', 'autoAccept'] as const
