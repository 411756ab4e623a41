import { hearChanges } from '#features/machinery/live/hear-changes.ts'
import { untilDone } from '#features/machinery/live/until-done.ts'
import { paths } from '#web/paths.ts'

interface Following {
  /** Whose orders, by user name. */
  seller: string
  /** Reads what is to be packed; false where it could not. */
  read: () => Promise<boolean>
  signal: AbortSignal
}

/**
 * Has what is to be packed read whenever an order of the seller changes and when the page is seen again, and once more where
 * it could not be. The station stands outside the frame, which tells other pages of it.
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
    hearChanges({
      url: paths.live,
      shop: seller,
      hear: ({ shop, what }) => void (shop === seller && what.includes('orders') && outdate()),
    })
  let hearing = listen()
  document.addEventListener('visibilitychange', outdate, { signal })
  // A page that a stream holds open is not kept for Back.
  addEventListener('pagehide', () => hearing.stop(), { signal })
  addEventListener('pageshow', ({ persisted }) => void (persisted && (hearing = listen())), { signal })
  signal.addEventListener('abort', () => hearing.stop())
}
