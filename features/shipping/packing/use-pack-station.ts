import { useCallback, useEffect, useRef, useState } from 'react'
import { parseOrderNumber } from '#features/core/order/order.ts'
import type { Scanner } from '#features/machinery/scanning/kept-queue.ts'
import type { NotSent } from '#features/machinery/scanning/send-queue.ts'
import { playTone } from '#features/machinery/scanning/tones.ts'
import { useSendQueue } from '#features/machinery/scanning/use-send-queue.ts'
import { randomId } from '#lib/random-id.ts'
import { paths } from '#web/paths.ts'
import { readPage } from '#web/read-page.ts'
import {
  applyEvent,
  changeUnits,
  type readPressed,
  closeOrder,
  isWrong,
  openOrder,
  scanCode,
  skipOrder,
  type PackEvent,
  type PackNotice,
  type PackState,
  type PackStep,
  isComplete,
  type PackOrder,
} from './pack-station.ts'
import type { PackAnswer } from './pack-view.server.ts'
import { listenForChanges } from '#features/machinery/live/listen-for-changes.ts'
import { untilDone } from '#features/machinery/live/until-done.ts'

/** Timeout in milliseconds for reading orders; events are held back meanwhile. */
const readWithin = 5_000

/** Milliseconds that an unknown code waits for fresh data from the hub before it is reported as unknown. */
const waitForWord = 3_000

export interface Station {
  state: PackState
  /** Number of events not sent yet. */
  waiting: number
  /** Reason why sending fails; null if it does not. */
  trouble: NotSent['why'] | null
  scan: (code: string) => void
  change: (pressed: ReturnType<typeof readPressed>) => void
  skip: () => void
  open: (number: string) => void
  close: () => void
}

/** Runs the station in the browser: applies each step locally and sends it when online. Reloads the orders when they change. */
export function usePackStation(initial: PackState, { seller, member }: Scanner): Station {
  const [state, setState] = useState(initial)
  const present = useRef(initial)
  const show = useCallback((next: PackState) => {
    present.current = next
    setState(next)
  }, [])
  const { queue, waiting, trouble, add } = useSendQueue<PackEvent, PackAnswer>({
    name: 'pack',
    scanner: { seller, member },
    path: paths.packEvents,
    dropped: { refused: [], orders: [], gone: [] },
    onAnswer: (answer, left) => {
      if (answer) show(applyServerAnswer(present.current, answer, left))
      if (answer && answer.refused.length > 0) playTone('wrong')
    },
  })
  const refresh = useCallback(
    async (code = '') => {
      const asked = [present.current.current ?? '', code]
      const isRead = await queue.current?.ask(async () => {
        const found = await readStation(asked)
        if (!found) return false
        // Another member signed in in another tab: this page must not show their orders.
        if (found.packer.seller !== seller || found.packer.member !== member) return true
        const next = refreshOrders(present.current, found.state.orders, queue.current?.waiting ?? [])
        if (next.notice?.kind === 'refused' && next.notice !== present.current.notice) playTone('wrong')
        show(next)
        return true
      })
      return isRead ?? false
    },
    [queue, seller, member, show],
  )
  useEffect(() => {
    // Events left by an earlier page.
    const left = queue.current?.waiting ?? []
    if (left.length > 0) show({ ...present.current, orders: left.reduce(applyEvent, present.current.orders) })
    const gone = new AbortController()
    followOrders({ seller, read: refresh, signal: gone.signal })
    return () => gone.abort()
  }, [queue, seller, show, refresh])
  const step = useCallback(
    ({ state: next, event }: PackStep) => {
      show(next)
      playTone(next.notice && isWrong(next.notice) ? 'wrong' : 'right')
      if (event) add(event)
    },
    [show, add],
  )
  const scanNow = async (code: string) => {
    const found = scanCode(present.current, code, draw)
    if (found.state === present.current || !mayBeNew(found.state.notice) || trouble) return step(found)
    await Promise.race([refresh(code), new Promise((resolve) => setTimeout(resolve, waitForWord))])
    step(scanCode(present.current, code, draw))
  }
  // Scans run one after another, because one may first have to load its order.
  const scans = useRef(Promise.resolve())
  const scan = (code: string) => {
    const next = () => scanNow(code)
    scans.current = scans.current.then(next, next)
  }
  return {
    state,
    waiting: waiting.length,
    trouble,
    scan,
    change: (pressed) => {
      const { current } = present.current
      if (current) step(changeUnits(present.current, { order: current, ...pressed }, draw))
    },
    skip: () => show(skipOrder(present.current)),
    open: (number) => show(openOrder(present.current, number)),
    close: () => show(closeOrder(present.current)),
  }
}

/** Whether a newly arrived order could explain the unknown code. */
const mayBeNew = (notice: PackNotice | null) =>
  notice?.kind === 'unknown' || (notice?.kind === 'wrong' && parseOrderNumber(notice.code) !== null)

/** Reads the station's current state, including the orders in `asked`; null if that fails. */
async function readStation(asked: readonly string[]): Promise<{ state: PackState; packer: Scanner } | null> {
  const query = new URLSearchParams(asked.map((number) => ['order', number]))
  const signal = AbortSignal.timeout(readWithin)
  const { data } = await readPage(`${paths.pack}?${query}`, '../features/shipping/packing/pack-page', signal)
  return (data as { state: PackState; packer: Scanner } | undefined) ?? null
}

const draw = () => ({ id: randomId(), at: new Date().toISOString() })

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
function followOrders({ seller, read, signal }: Following): void {
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

// The hub is authoritative: its orders replace the device's, plus events that it has not received.

export function applyServerAnswer(
  state: PackState,
  { refused, orders, gone }: PackAnswer,
  waiting: readonly PackEvent[],
): PackState {
  const fresh = new Map(orders.map((order) => [order.number, order]))
  const now = state.orders
    .filter(({ number }) => !gone.includes(number))
    .map((order) => fresh.get(order.number) ?? order)
  const answered = waiting.filter(({ order }) => fresh.has(order)).reduce(applyEvent, now)
  const [no] = refused
  return {
    orders: answered,
    current: state.current && gone.includes(state.current) ? null : state.current,
    notice: no ? { kind: 'refused', order: no.order, why: no.why, by: no.by } : state.notice,
  }
}

/**
 * Replaces the orders to pack and keeps the open order open. If that order no longer needs packing, says so, unless it
 * is complete: then it has shipped.
 */
export function refreshOrders(
  state: PackState,
  orders: readonly PackOrder[],
  waiting: readonly PackEvent[],
): PackState {
  const now = waiting.reduce(applyEvent, orders)
  const open = state.orders.find(({ number }) => number === state.current)
  if (!open || now.some(({ number }) => number === open.number)) return { ...state, orders: now }
  const { number: order } = open
  return {
    orders: now,
    current: null,
    notice: isComplete(open) ? null : { kind: 'refused', order, why: 'not-to-pack', by: null },
  }
}
