import { useCallback, useEffect, useRef, useState } from 'react'
import { useShui } from '#shui/context.tsx'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { keptQueue, type Scanner } from '#features/machinery/scanning/kept-queue.ts'
import { postEvents } from '#features/machinery/scanning/post-events.ts'
import { SendQueue, type NotSent } from '#features/machinery/scanning/send-queue.ts'
import { playTone } from '#features/machinery/scanning/tones.ts'
import { randomId } from '#lib/random-id.ts'
import { paths } from '#web/paths.ts'
import { readPage } from '#web/read-page.ts'
import { followOrders } from './follow-orders.ts'
import { applyServerAnswer, refreshOrders } from './server-answer.ts'
import {
  applyEvent,
  changeUnits,
  closeOrder,
  isWrong,
  openOrder,
  scanCode,
  skipOrder,
  type PackEvent,
  type PackNotice,
  type PackState,
  type PackStep,
} from './pack-station.ts'
import type { PackAnswer } from './pack-view.server.ts'

/** Milliseconds between retries while offline, because browsers do not always report that the connection is back. */
const tryAgainAfter = 5_000

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
  change: (position: number, change: 1 | -1) => void
  skip: () => void
  open: (number: string) => void
  close: () => void
}

/** Runs the station in the browser: applies each step locally and sends it when online. Reloads the orders when they change. */
export function usePackStation(initial: PackState, { seller, member }: Scanner): Station {
  const { token } = useShui()
  const [state, setState] = useState(initial)
  const [waiting, setWaiting] = useState(0)
  const [trouble, setTrouble] = useState<NotSent['why'] | null>(null)
  const present = useRef(initial)
  const show = useCallback((next: PackState) => {
    present.current = next
    setState(next)
  }, [])
  const queue = useRef<SendQueue<PackEvent, PackAnswer>>(null)
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
    [seller, member, show],
  )
  // A new token must not replace the queue, whose events are already applied to the orders shown.
  const newestToken = useRef(token)
  useEffect(() => {
    newestToken.current = token
  }, [token])
  useEffect(() => {
    const made = new SendQueue<PackEvent, PackAnswer>({
      kept: keptQueue('pack', { seller, member }),
      send: (events) =>
        postEvents<PackAnswer>(paths.packEvents, {
          events,
          token: newestToken.current ?? '',
          // Stored events that are corrupt or outdated are dropped, or they would block all later ones.
          dropped: { refused: [], orders: [], gone: [] },
        }),
      told: ({ answer, waiting: left, state: how }) => {
        setWaiting(left.length)
        setTrouble(how === 'sent' ? null : how)
        if (answer) show(applyServerAnswer(present.current, answer, left))
        if (answer && answer.refused.length > 0) playTone('wrong')
      },
    })
    queue.current = made
    // Events left by an earlier page.
    const left = made.waiting
    if (left.length > 0) show({ ...present.current, orders: left.reduce(applyEvent, present.current.orders) })
    const flush = () => void made.flush()
    flush()
    addEventListener('online', flush)
    const timer = setInterval(flush, tryAgainAfter)
    const gone = new AbortController()
    followOrders({ seller, read: refresh, signal: gone.signal })
    return () => {
      gone.abort()
      removeEventListener('online', flush)
      clearInterval(timer)
    }
  }, [seller, member, show, refresh])
  const step = useCallback(
    ({ state: next, event }: PackStep) => {
      show(next)
      playTone(next.notice && isWrong(next.notice) ? 'wrong' : 'right')
      if (!event || !queue.current) return
      setWaiting(queue.current.waiting.length + 1)
      void queue.current.add(event)
    },
    [show],
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
    waiting,
    trouble,
    scan,
    change: (position, change) => {
      const { current } = present.current
      if (current) step(changeUnits(present.current, { order: current, position, change }, draw))
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
