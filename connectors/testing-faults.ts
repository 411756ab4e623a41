import type { Connected } from './kit/index.ts'

/** A connection that fails when it is told to, and whose messages to the hub can come again. */
export interface FaultyConnection {
  connected: Connected
  /** Runs a round in which something fails: who it is, and when, follow from two numbers. */
  during: (who: number, when: number, round: () => Promise<unknown>) => Promise<void>
  /** Delivers a former message to the hub again, or one that was stuck for the first time. */
  replay: (nth: number) => Promise<void>
  forget: () => void
}

interface Fault {
  side: 'hub' | 'shop'
  /** Before the call, after it, so that its answer is lost, or it stays on its way. */
  when: 'before' | 'after' | 'stuck'
  /** Calls until then. */
  left: number
}

class Failed extends Error {
  /** As of a connection that broke. */
  readonly code = 'ECONNRESET'
}

const faults: readonly Pick<Fault, 'side' | 'when'>[] = [
  { side: 'hub', when: 'before' },
  { side: 'hub', when: 'after' },
  { side: 'hub', when: 'stuck' },
  { side: 'shop', when: 'before' },
  { side: 'shop', when: 'after' },
]

/** Wraps both sides of a connector. */
export function faultyConnection({ hub, source, ...connected }: Connected): FaultyConnection {
  let fault: Fault | null = null
  let sent: (() => Promise<unknown>)[] = []
  const isDue = (side: Fault['side'], when: Fault['when']) => {
    if (fault?.side !== side || fault.when !== when) return false
    fault.left -= 1
    return fault.left < 0
  }
  const failIf = (side: Fault['side'], when: Fault['when']) => {
    if (isDue(side, when)) throw new Failed(`The ${side} failed ${when} a call.`)
  }
  async function guarded<T>(side: Fault['side'], call: () => Promise<T>): Promise<T> {
    failIf(side, 'before')
    const answer = await call()
    failIf(side, 'after')
    return answer
  }
  function toHub<T>(isChange: boolean, call: () => Promise<T>): Promise<T> {
    if (!isChange) return guarded('hub', call)
    sent.push(call)
    if (isDue('hub', 'stuck')) throw new Failed('The message is stuck.')
    return guarded('hub', call)
  }
  async function* each<T>(list: AsyncIterable<T>): AsyncGenerator<T> {
    for await (const item of list) {
      failIf('shop', 'before')
      yield item
    }
  }
  const isReading = (operation: string) => /^(?:get|list)/.test(operation)
  return {
    connected: {
      ...connected,
      hub: {
        ...hub,
        call: async (operation, asking) => toHub(!isReading(operation), () => hub.call(operation, asking)),
        placeOrders: async (...asked) => toHub(true, () => hub.placeOrders(...asked)),
        saveListings: async (...asked) => toHub(true, () => hub.saveListings(...asked)),
      },
      source: {
        ...source,
        listings: (since) => each(source.listings(since)),
        orders: (since) => each(source.orders(since)),
        ...(source.listing ? { listing: (of) => guarded('shop', async () => source.listing!(of)) } : {}),
        order: (of) => guarded('shop', () => source.order(of)),
        applyShipment: (...asked) => guarded('shop', () => source.applyShipment(...asked)),
        applyRefund: (...asked) => guarded('shop', () => source.applyRefund(...asked)),
        applyStock: (...asked) => guarded('shop', () => source.applyStock(...asked)),
        ...(source.applyCancellation
          ? { applyCancellation: (...asked) => guarded('shop', () => source.applyCancellation!(...asked)) }
          : {}),
      },
    },
    async during(who, when, round) {
      fault = { ...faults[who % faults.length]!, left: when % 9 }
      await round().catch((error: unknown) => {
        if (!(error instanceof Failed)) throw error
      })
      fault = null
    },
    async replay(nth) {
      // A repetition that the hub refuses changes nothing.
      await sent[nth % Math.max(1, sent.length)]?.().catch(() => {})
    },
    forget() {
      sent = []
    },
  }
}
