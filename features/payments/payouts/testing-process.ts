import { flushCompileCache } from 'node:module'
import { openDatabase } from '#db/client.ts'
import type { PolicyPack } from '#features/core/policy-pack/policy-pack.ts'
import type { Hub } from '#web/hub.ts'
import { startDuePayouts } from './due-payouts.server.ts'
import { settleDuePayouts } from './settle-payouts.server.ts'

// A process of `testing-processes.ts`: connects, then runs the job that a message names, as another hub would.

/** Facts for the jobs of a process. */
export interface PayoutJob {
  url: string
  now: Date | string
  policyPack: PolicyPack
}

const { url, now, policyPack } = JSON.parse(process.env['PAYOUT_JOB'] ?? '') as PayoutJob
const asked: string[] = []
const hub = {
  db: openDatabase({ url, poolSize: 2 }),
  now: () => new Date(now),
  config: { policyPack },
  log: console,
  payouts: {
    pay: async ({ key }: { key: string }) => {
      asked.push(key)
      return { state: 'PAID', reference: null }
    },
  },
} as unknown as Hub

process.on('message', (step) => {
  const work = step === 'start' ? startDuePayouts(hub) : settleDuePayouts(hub)
  void work.then((count) => process.send?.({ count, asked }))
})
await hub.db.owner.selectFrom('payout_plans').select('seller_id').limit(1).execute()
flushCompileCache()
process.send?.('ready')
