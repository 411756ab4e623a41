import { setTimeout as delay } from 'node:timers/promises'
import { minute } from '#lib/duration.ts'
import { signedHeaders } from '#lib/webhook-signature.ts'
import { findAccount } from '../store/accounts.ts'
import { rowsOf, type Store } from '../store/open-store.ts'
import type { LabelRow } from '../trade/labels.ts'
import type { ParcelEvent } from '../trade/carrier.ts'

/** Milliseconds before each attempt, and the time limit of one. */
const waits = [0, 500, 2_000, 10_000, minute]
const within = 10_000

export interface Webhooks {
  tell: (event: ParcelEvent) => void
  /** Resolves when nothing is being sent. */
  idle: () => Promise<void>
  stop: () => Promise<void>
}

export const eventBody = ({ id, label, kind, at, text }: ParcelEvent, trackingNumber: string) => ({
  id: `evt_${id}`,
  labelId: label,
  trackingNumber,
  kind,
  at: new Date(at).toISOString(),
  text,
})

/** Sends events to the webhooks of accounts, signed by Standard Webhooks. Attempts end with the process. */
export function createWebhooks(store: Store, now: () => Date): Webhooks {
  const stopping = new AbortController()
  const sending = new Set<Promise<void>>()
  const send = async (event: ParcelEvent) => {
    const [row] = rowsOf<LabelRow>(store, 'select * from labels where id = ?', event.label)
    const account = row && findAccount(store, row.account)
    if (!row || !account?.webhook_url || !account.webhook_secret) return
    const data = eventBody(event, row.number)
    const body = JSON.stringify({ type: 'parcel.moved', timestamp: now().toISOString(), data })
    for (const wait of waits) {
      await delay(wait, undefined, { signal: stopping.signal })
      const headers = signedHeaders({ id: data.id, at: now(), body, secrets: [account.webhook_secret] })
      const answer = await fetch(account.webhook_url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(within)]),
      }).catch(() => null)
      await answer?.body?.cancel()
      if (answer?.ok) return
    }
  }
  const settled = async () => void (await Promise.all(sending))
  return {
    tell(event) {
      const work = send(event)
        // Stopped while waiting.
        .catch(() => {})
        .finally(() => sending.delete(work))
      sending.add(work)
    },
    idle: settled,
    async stop() {
      stopping.abort()
      await settled()
    },
  }
}
