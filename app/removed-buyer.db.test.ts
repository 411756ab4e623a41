import { addRows, rowOf } from '#db/testing-row.ts'
import { expect, it } from 'vitest'
import { addTestShop } from '#features/people/accounts/testing-browser.ts'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { newCaseNumber, openCase } from '#features/after-sale/cases/open-case-db.server.ts'
import { addSold } from '#features/after-sale/cases/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { removedUsername } from '#features/core/order/removed-buyer.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { readLoaderData, sellersRoutes } from './testing-routes.ts'

const { db, hub, now } = await testHubAt('2026-11-18T19:26:00Z')
const removed = removedUsername('0123456789abcdef')

const { sellerId, browser } = await addTestShop(hub)
const { number: sold } = await addSold(db, sellerId)
const toShip = await addOrderToShip(db, sellerId, [1])
const caseNumber = newCaseNumber('RETURN')
const asked = { sellerId, order: sold, line: 1, units: 1, words: 'It sticks.', now, policyPack, photos: [] } as const
await db.asSeller(sellerId, 'write', (own) =>
  openCase(own, { ...asked, number: caseNumber, key: 'open', kind: 'RETURN', reason: 'DEFECTIVE_ITEM' }),
)
await db.owner.updateTable('orders').set({ buyer_username: removed }).where('seller_id', '=', sellerId).execute()
const [sent, open] = await Promise.all(
  [sold, toShip.number].map((number) => rowOf(db.owner, 'orders', { order_number: number })),
)
const order = assertDefined(sent, 'it was sold')
const feedback = { seller_id: sellerId, buyer_id: order.buyer_id, order_id: order.id, buyer_username: removed }
await addRows(db.owner, 'feedback', { ...feedback, rating: 'NEGATIVE', left_at: now })
/** Orders of the buyer: one sold, one open, and a case. */
const numbers = { sold, open: assertDefined(open, 'it is to be shipped').order_number, case: caseNumber }

/** URLs for the two orders or the case. */
function addressesOf(path: string): string[] {
  const ofOrders = [numbers.sold, numbers.open]
  if (path === '/sh/find') return ofOrders.map((number) => `${path}?q=${number}`)
  if (path === '/sh/ord/case') return [`${path}?case=${numbers.case}`]
  if (path === '/sh/ord/print')
    return ['slip', 'label', 'invoice', 'pick-list'].map(
      (name) => `${path}?keys=${ofOrders.join(',')}&document=${name}`,
    )
  if (path === '/sh/ord') return [path, `${path}?cols=order,buyer,note,country,status`]
  return [path, ...ofOrders.flatMap((number) => [`${path}?orderid=${number}`, `${path}?keys=${number}`])]
}

it('an erased buyer has no placeholder name on pages, in files and on prints', async () => {
  const shown: string[] = []
  let named = 0
  for (const { path, page } of await sellersRoutes())
    for (const address of addressesOf(path)) {
      let text = ''
      const loader = async (args: never) => {
        const answer = await assertDefined(page.loader, 'it was chosen for its loader')(args)
        text = JSON.stringify(await readLoaderData(answer)) ?? ''
        return null
      }
      await browser.get({ loader }, address)
      if (text.includes('Buyer removed')) named += 1
      // Links of filtered lists contain the buyer's name.
      const seen = text.replaceAll(`buyer=${encodeURIComponent(removed)}`, '')
      if (seen.includes('removed~')) shown.push(`${address}: ${/.{60}removed~/.exec(seen)?.[0]}`)
    }
  expect(shown).toEqual([])
  expect(named).toBeGreaterThan(5)
})
