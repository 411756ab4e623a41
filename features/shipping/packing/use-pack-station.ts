import { useCallback, useEffect, useRef, useState } from 'react'
import { useShui } from '#shui/context.tsx'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { paths } from '#web/paths.ts'
import { readPage } from '#web/read-page.ts'
import { followOrders } from './follow-orders.ts'
import { reconciled, refreshed } from './hubs-word.ts'
import { keptQueue, type Packer } from './kept-queue.ts'
import { playTone } from './pack-tone.ts'
import { PackQueue, type NotSent, type SentEvents } from './pack-queue.ts'
import {
  applyEvent,
  changeUnits,
  closeOrder,
  openOrder,
  scanCode,
  skipOrder,
  type PackEvent,
  type PackSaid,
  type PackState,
  type PackStep,
} from './pack-station.ts'
import type { PackAnswer } from './pack-view.server.ts'

/** Tries again after so many milliseconds without a connection: browsers do not always notice that it is back. */
const tryAgainAfter = 5_000

/** Milliseconds after which what was not read is given up: nothing is sent meanwhile. */
const readWithin = 5_000

/** Milliseconds that a code may wait for the hub's word before it is said to be unknown. */
const waitForWord = 3_000

/** The pack station, as its page draws and drives it. */
export interface Station {
  state: PackState
  /** Events that have not reached the hub. */
  waiting: number
  /** Why they have not; null where all is well. */
  trouble: NotSent['why'] | null
  scan: (code: string) => void
  change: (position: number, change: 1 | -1) => void
  skip: () => void
  open: (number: string) => void
  /** Back to the list of orders. */
  close: () => void
}

/**
 * The station in the browser: each step at once on the device, and to the hub when there is a way to it. What is to be packed
 * is read anew when it changes.
 */
export function usePackStation(initial: PackState, { seller, member }: Packer): Station {
  const { token } = useShui()
  const [state, setState] = useState(initial)
  const [waiting, setWaiting] = useState(0)
  const [trouble, setTrouble] = useState<NotSent['why'] | null>(null)
  const present = useRef(initial)
  const show = useCallback((next: PackState) => {
    present.current = next
    setState(next)
  }, [])
  const queue = useRef<PackQueue<PackAnswer>>(null)
  const refresh = useCallback(
    async (code = '') => {
      const asked = [present.current.current ?? '', code]
      const isRead = await queue.current?.ask(async () => {
        const found = await readStation(asked)
        if (!found) return false
        // Somebody else has signed in in another tab: what is to be packed for them is not for this page to show.
        if (found.packer.seller !== seller || found.packer.member !== member) return true
        const next = refreshed(present.current, found.state.orders, queue.current?.waiting ?? [])
        if (next.said?.kind === 'refused' && next.said !== present.current.said) playTone('wrong')
        show(next)
        return true
      })
      return isRead ?? false
    },
    [seller, member, show],
  )
  // A new token is no new queue: what waits stands in the orders already.
  const newestToken = useRef(token)
  useEffect(() => {
    newestToken.current = token
  }, [token])
  useEffect(() => {
    const made = new PackQueue<PackAnswer>({
      kept: keptQueue({ seller, member }),
      send: (events) => sendEvents(events, newestToken.current ?? ''),
      told: ({ answer, waiting: left, state: how }) => {
        setWaiting(left.length)
        setTrouble(how === 'sent' ? null : how)
        if (answer) show(reconciled(present.current, answer, left))
        if (answer && answer.refused.length > 0) playTone('wrong')
      },
    })
    queue.current = made
    // What a page before this one left behind.
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
      playTone(
        next.said?.kind === 'wrong' || next.said?.kind === 'unknown' || next.said?.kind === 'enough'
          ? 'wrong'
          : 'right',
      )
      if (!event || !queue.current) return
      setWaiting(queue.current.waiting.length + 1)
      void queue.current.add(event)
    },
    [show],
  )
  const scanNow = async (code: string) => {
    const found = scanCode(present.current, code, draw)
    if (found.state === present.current || !mayBeNew(found.state.said) || trouble) return step(found)
    await Promise.race([refresh(code), new Promise((resolve) => setTimeout(resolve, waitForWord))])
    step(scanCode(present.current, code, draw))
  }
  // One after the other: what is scanned meanwhile belongs in the order that may have to be read first.
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

/** Whether an order that came since would explain it. */
const mayBeNew = (said: PackSaid | null) =>
  said?.kind === 'unknown' || (said?.kind === 'wrong' && parseOrderNumber(said.code) !== null)

/** What the station's page shows now, with the orders asked for by number among all that there are; null where it cannot be read. */
async function readStation(asked: readonly string[]): Promise<{ state: PackState; packer: Packer } | null> {
  const query = new URLSearchParams(asked.map((number) => ['order', number]))
  const signal = AbortSignal.timeout(readWithin)
  const { data } = await readPage(`${paths.pack}?${query}`, '../features/shipping/packing/pack-page', signal)
  return (data as { state: PackState; packer: Packer } | undefined) ?? null
}

const draw = () => ({ id: crypto.randomUUID(), at: new Date().toISOString() })

async function sendEvents(events: readonly PackEvent[], token: string): Promise<SentEvents<PackAnswer> | NotSent> {
  const body = new URLSearchParams({ srt: token, events: JSON.stringify(events) })
  const response = await fetch(paths.packEvents, { method: 'POST', body }).catch(() => null)
  if (response && (response.status === 401 || response.status === 403)) return { ok: false, why: 'signed-out' }
  const taken = events.map(({ id }) => id)
  // What this device kept was not written by this page: it would stand in the way of all that comes after.
  if (response?.status === 400) return { ok: true, taken, answer: { refused: [], orders: [], gone: [] } }
  if (!response?.ok) return { ok: false, why: 'no-connection' }
  // An answer that broke off is a lost one.
  const answer = await response.json().then(
    (json: unknown) => json as PackAnswer,
    () => null,
  )
  return answer ? { ok: true, taken, answer } : { ok: false, why: 'no-connection' }
}
