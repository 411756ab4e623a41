import type { HubPayout, PayoutReport } from '../hub-types.ts'
import { report } from './report.ts'
import type { Syncing } from './take-event.ts'

const failedSetting = 'payout that failed'

/**
 * Pays a seller and tells the hub. A shop would ask its payment provider here, with `key` as the idempotency key. The
 * first payout of all fails for a while, to show what happens then: the hub asks again the next day.
 */
export async function paySeller({ store, hub }: Pick<Syncing, 'store' | 'hub'>, seller: string, payout: HubPayout) {
  const row = store.prepare('select value from settings where name = ?').get(failedSetting)
  const fails = row === undefined || row.value === payout.key
  if (!row) store.prepare('insert into settings (name, value) values (?, ?)').run(failedSetting, payout.key)
  const { key } = payout
  const result: PayoutReport = fails ? { key, ...bankAway } : { key, state: 'PAID', reference: `EM-${key}` }
  await report(() => hub.reportPayout(seller, payout.id, result))
}

const bankAway = { state: 'FAILED', failure: 'BANK_UNREACHABLE', mayBeRetried: true } as const
