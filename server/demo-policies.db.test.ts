import { expect, it } from 'vitest'
import { shippingFields, readShipping } from '#api/sell/policy-body.ts'
import { writeShipping } from '#api/sell/shipping-shape.ts'
import { demoDatabase } from '#marketplace/demo/testing.ts'

it('every shipping policy of the demo is in eBay’s shape and back what it was', async () => {
  const db = await demoDatabase()
  const rows = await db.owner
    .selectFrom('seller_policies as p')
    .innerJoin('sellers as s', 's.id', 'p.seller_id')
    .select(['p.name', 'p.shipping', 's.country', 's.currency', 's.handling_days'])
    .where('p.shipping', 'is not', null)
    .execute()
  expect(rows.length).toBeGreaterThan(5)
  for (const { name, shipping, ...seller } of rows) {
    const sent = shippingFields.parse(JSON.parse(JSON.stringify(writeShipping(seller, shipping!))))
    expect([name, readShipping(seller, sent)]).toEqual([name, shipping])
  }
})
