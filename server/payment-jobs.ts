import { loseDueDisputes } from '#features/after-sale/disputes/due-disputes.server.ts'
import { settleDueHolds } from '#features/payments/holds/due-holds.server.ts'
import { planPayouts, startDuePayouts } from '#features/payments/payouts/due-payouts.server.ts'
import { makeFundsAvailable } from '#features/payments/payouts/funds-available.server.ts'
import { settleDuePayouts } from '#features/payments/payouts/settle-payouts.server.ts'
import type { Hub } from '#web/hub.ts'
import type { JobContext } from './job-context.ts'

export const paymentJobs = (hub: Hub, { reports, beside }: JobContext) => ({
  'due-disputes': async () => {
    const lost = await loseDueDisputes(hub, reports('a dispute that is due could not be closed'))
    if (lost > 0) hub.log.info({ lost }, 'disputes lost without an answer')
  },
  'due-holds': async () => {
    const moved = await settleDueHolds(hub, reports('a hold that is due could not be changed'))
    if (moved > 0) hub.log.info({ moved }, 'holds placed and released')
  },
  'due-payouts': () =>
    beside.begin('due-payouts', async (signal) => {
      const report = reports('payouts that are due could not be begun')
      const started = await startDuePayouts(hub, { report, signal })
      if (started > 0) hub.log.info({ started }, 'payouts begun')
      const asked = await settleDuePayouts(hub, reports('a payout could not be settled'))
      if (asked > 0) hub.log.info({ asked }, 'asked the payment side to pay out')
    }),
  'funds-available': () =>
    beside.begin('funds-available', async (signal) => {
      const report = reports('a seller’s funds could not be made available')
      const moved = await makeFundsAvailable(hub, { report, signal })
      if (moved > 0) hub.log.info({ moved }, 'transactions became available')
    }),
  'payout-plans': () =>
    beside.begin('payout-plans', async (signal) => {
      const report = reports('a seller’s payouts could not be planned')
      const planned = await planPayouts(hub, { report, signal })
      if (planned > 0) hub.log.info({ planned }, 'payouts planned')
    }),
})
