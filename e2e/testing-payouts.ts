import { assertDefined } from '#lib/assert-defined.ts'
import { lockPayout, movePayout } from '#features/payments/payouts/move-payout-db.server.ts'
import type { TestHub } from './testing.ts'

/** The bank pays what the demo has on its way on one day of each week: until then no other payout can begin. */
export async function payWhatIsOnItsWay({ hub, db }: Pick<TestHub, 'hub' | 'db'>): Promise<void> {
  const payouts = await db.owner.selectFrom('payouts').selectAll().where('state', '=', 'INITIATED').execute()
  const now = hub.now()
  const rules = hub.config.policyPack.payout
  for (const { seller_id: sellerId, payout_number: number } of payouts)
    // oxlint-disable-next-line no-await-in-loop -- payouts of one seller move one after another
    await db.asSeller(sellerId, 'write', async (own) => {
      const payout = assertDefined(await lockPayout(own, sellerId, number), 'it was just read')
      await movePayout(own, { payout, event: 'pay', at: now, now, rules })
    })
}
