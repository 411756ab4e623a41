import { testDatabase } from '#db/testing.ts'
import { rowOf } from '#db/testing-row.ts'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { testApi } from './testing.ts'

/** A database with a seller, and the API; `seller` is the seller's path. */
export async function testShop(
  options: Parameters<typeof testApi>[1] = {},
  values: Parameters<typeof addTestSeller>[2] = {},
) {
  const db = await testDatabase()
  const api = await testApi(db, options)
  const sellerId = await addTestSeller(db, {}, values)
  const { username, external_id: id } = await rowOf(db.owner, 'sellers', { id: sellerId })
  return { db, api, sellerId, seller: `/sellers/${id ?? username}` }
}
