import { newKeyId, type ApiScope } from '#features/developers/api-keys/api-key.ts'
import { makeApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import type { Database } from '#db/client.ts'

/** Marks data made by benchmarks: prefix of buyers' names, name of keys. */
const benchName = 'bench'
const title = 'What all want'

/** Removes what an earlier, possibly interrupted, run pushed. */
export async function removePushed(db: Database, sellerId: number): Promise<void> {
  const { owner } = db
  await owner
    .deleteFrom('orders')
    .where('seller_id', '=', sellerId)
    .where('buyer_username', 'like', `${benchName}-%`)
    .execute()
  await owner
    .deleteFrom('buyers')
    .where('seller_id', '=', sellerId)
    .where('username', 'like', `${benchName}-%`)
    .execute()
  await owner.deleteFrom('listings').where('seller_id', '=', sellerId).where('title', '=', title).execute()
  await owner.deleteFrom('api_keys').where('name', '=', benchName).execute()
}

/** Creates a key valid for a day; the marketplace's without a seller. */
export async function makeKey(db: Database, scopes: readonly ApiScope[], sellerId: number | null) {
  const key = { id: newKeyId(), name: benchName, scopes: [...scopes], sellerId, madeBy: null, days: 1 }
  return (await makeApiKey(db.owner, { ...key, now: new Date() }))!
}

export function addListing(db: Database, sellerId: number, quantity: number) {
  return db.owner
    .insertInto('listings')
    .values({
      seller_id: sellerId,
      title,
      category: 'Cameras',
      condition: 'GOOD',
      state: 'ACTIVE',
      price_minor: 4500,
      currency: 'GBP',
      quantity_available: quantity,
      starts_at: new Date(),
    })
    .returning(['id', 'item_number'])
    .executeTakeFirstOrThrow()
}

export async function ordersUrl(db: Database, hubUrl: string, sellerId: number): Promise<string> {
  const named = db.owner.selectFrom('sellers').select(['username', 'external_id']).where('id', '=', sellerId)
  const { username, external_id: external } = await named.executeTakeFirstOrThrow()
  return `${hubUrl}/marketplace/v1/sellers/${encodeURIComponent(external ?? username)}/orders`
}

/** A single-item order as pushed; paid by default. `buyer` is appended to the buyer's name. */
export function orderOf(of: { id: string; buyer: string; item: string; isPaid?: boolean }) {
  const placedAt = new Date().toISOString()
  const { id, buyer, item, isPaid = true } = of
  return {
    id: `${benchName}-${id}`,
    placedAt,
    buyer: { username: `${benchName}-${buyer}`, name: 'Anna Example' },
    shipTo: { name: 'Anna Example', line1: '1 High Street', city: 'London', postalCode: 'SE1 1AA', country: 'GB' },
    currency: 'GBP',
    lines: [{ item, quantity: 1, unitPrice: { value: '45.00', currency: 'GBP' } }],
    ...(isPaid && { payment: { id: 'p-1', method: 'CARD', state: 'PAID', paidAt: placedAt } }),
  }
}
