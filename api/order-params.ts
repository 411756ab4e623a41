import { selectOfSeller } from '#db/select-of-seller.ts'
import { sellerParams } from './endpoint.ts'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { OrderNumber } from '#features/core/order/order.ts'
import type { SellerDb } from '#db/client.ts'
import { id } from './fields.ts'
import { findOrderId } from './order-rows.ts'
import { ApiProblem } from './problem.ts'
import type { ApiSeller } from './sellers-by-id.ts'
import { brand } from '#lib/brand.ts'

export const orderParams = sellerParams.extend({
  order: id().meta({ description: 'The order’s id in the marketplace, or its number', example: 'A-1001' }),
})

export const orderField = () => z.string().describe('The order’s id in the marketplace, or its number if it has none')

export async function orderOf(
  db: SellerDb,
  seller: ApiSeller,
  named: string,
): Promise<{ id: number; number: OrderNumber; currency: string; placedAt: Date }> {
  const found = await findOrderId(db, seller.id, named)
  if (found === null) throw new ApiProblem('not-found', { detail: 'There is no such order.' })
  const row = await selectOfSeller(db, 'orders', seller.id)
    .select(['order_number', 'currency', 'placed_at'])
    .where('id', '=', found)
    .executeTakeFirstOrThrow()
  const { order_number: number, currency, placed_at: placedAt } = row
  return { id: found, number: brand<OrderNumber>(number), currency, placedAt }
}

/** Derives a hub key from the marketplace's id, so that repeated requests are recognized. */
export const keyOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 24)
