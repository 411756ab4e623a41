import { expect, inject, it } from 'vitest'
import { findWrongSums } from '#db/kept-sums.ts'
import { testDatabase } from '#db/testing.ts'
import { generateMarketplace } from './generate.ts'

it('fills every kept sum as its triggers would', async () => {
  const db = await testDatabase()
  const superuserUrl = new URL(inject('cluster').superuserUrl)
  superuserUrl.pathname = new URL(db.url).pathname
  await generateMarketplace({ superuserUrl: superuserUrl.href, orders: 1_000, now: new Date(), say: () => {} })
  expect(await findWrongSums(db.owner)).toEqual([])
  expect(await db.owner.selectFrom('sold_days_due').select('id').execute()).toEqual([])
})
