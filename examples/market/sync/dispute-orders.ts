import type { DisputeBody, HubDispute, HubOrder } from '../hub-types.ts'
import type { Store } from '../store/open-store.ts'
import { report } from './report.ts'
import type { Syncing } from './syncing.ts'
import { minute } from '#lib/duration.ts'

/** How long the bank thinks about a dispute that the seller contests. */
const decidedAfter = 2 * minute

const claims = [
  { reason: 'UNAUTHORIZED', message: 'I did not make this payment.' },
  { reason: 'NOT_RECEIVED', message: 'Nothing has arrived yet.' },
] as const satisfies Pick<DisputeBody, 'reason' | 'message'>[]

/** Counts something in the store, from 1. */
function count(store: Store, name: string): number {
  store
    .prepare(
      `insert into settings (name, value) values (?, '1')
       on conflict (name) do update set value = cast(cast(value as integer) + 1 as text)`,
    )
    .run(name)
  return Number(store.prepare('select value from settings where name = ?').get(name)?.value)
}

/** Disputes the fifth of ten shipped orders, as a buyer’s bank would through a payment provider. */
export async function disputeShipped(
  { store, hub }: Pick<Syncing, 'store' | 'hub'>,
  seller: string,
  order: HubOrder,
): Promise<void> {
  const shipped = count(store, 'orders shipped')
  if (shipped % 10 !== 5) return
  const claim = claims[shipped % 20 === 5 ? 0 : 1]
  await report(() => hub.saveDispute(seller, `EM-${order.id}`, { order: order.id, ...claim }))
}

const contested = 'contested '

export function keepContested({ store, now }: Pick<Syncing, 'store' | 'now'>, seller: string, dispute: HubDispute) {
  const value = JSON.stringify({ seller, dispute, at: now().toISOString() })
  store
    .prepare('insert into settings (name, value) values (?, ?) on conflict (name) do nothing')
    .run(contested + dispute.id, value)
}

interface Contested {
  seller: string
  dispute: HubDispute
  at: string
}

/** Reports the bank's decisions about contested disputes: every other one is won. */
export async function decideDisputes({ store, hub, now }: Pick<Syncing, 'store' | 'hub' | 'now'>): Promise<void> {
  const rows = store.prepare('select name, value from settings where name glob ?').all(`${contested}*`)
  for (const { name, value } of rows) {
    const { seller, dispute, at } = JSON.parse(String(value)) as Contested
    if (now().getTime() - new Date(at).getTime() < decidedAfter) continue
    const { id, order, reason } = dispute
    const state = count(store, 'disputes decided') % 2 === 1 ? 'WON' : 'LOST'
    await report(() => hub.saveDispute(seller, id, { order, reason, state }))
    store.prepare('delete from settings where name = ?').run(String(name))
  }
}
