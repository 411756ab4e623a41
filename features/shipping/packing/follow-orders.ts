import { listenForChanges } from '#features/machinery/live/listen-for-changes.ts'
import { untilDone } from '#features/machinery/live/until-done.ts'
import { paths } from '#web/paths.ts'

interface Following {
  /** The seller's user name. */
  seller: string
  /** Reloads the orders to pack; false if that failed. */
  read: () => Promise<boolean>
  signal: AbortSignal
}

/**
 * Reloads the orders to pack when one of the seller's orders changes or the page becomes visible, and retries after a
 * failure. The station needs its own subscription because it is rendered outside the frame.
 */
export function followOrders({ seller, read, signal }: Following): void {
  let isOutdated = false
  let isReading = false
  const follow = untilDone(async () => {
    if (isReading || document.hidden) return true
    isReading = true
    let isRead = true
    while (isOutdated && isRead) {
      isOutdated = false
      isRead = await read()
    }
    isOutdated = !isRead
    isReading = false
    return isRead
  }, signal)
  const outdate = () => {
    isOutdated = true
    follow()
  }
  const listen = () =>
    listenForChanges({
      url: paths.live,
      shop: seller,
      hear: ({ shop, what }) => void (shop === seller && what.includes('orders') && outdate()),
    })
  let hearing = listen()
  document.addEventListener('visibilitychange', outdate, { signal })
  // An open stream would keep the page out of the back/forward cache.
  addEventListener('pagehide', () => hearing.stop(), { signal })
  addEventListener('pageshow', ({ persisted }) => void (persisted && (hearing = listen())), { signal })
  signal.addEventListener('abort', () => hearing.stop())
}
