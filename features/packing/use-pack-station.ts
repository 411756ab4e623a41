import { useCallback, useEffect, useRef, useState } from 'react'
import { useShui } from '#shui/context.tsx'
import { paths } from '#web/paths.ts'
import { keptQueue } from './kept-queue.ts'
import { playTone } from './pack-tone.ts'
import { PackQueue, type NotSent, type SentEvents } from './pack-queue.ts'
import {
  applyEvent,
  changeUnits,
  scanCode,
  skipOrder,
  type PackEvent,
  type PackState,
  type PackStep,
} from './pack-station.ts'
import type { PackAnswer } from './pack-view.server.ts'

/** Tries again after so many milliseconds without a connection: browsers do not always notice that it is back. */
const tryAgainAfter = 5_000

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
}

/** The station in the browser: each step at once on the device, and to the hub when there is a way to it. */
export function usePackStation(initial: PackState, seller: string): Station {
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
  // A new token is no new queue: what waits stands in the orders already.
  const newestToken = useRef(token)
  useEffect(() => {
    newestToken.current = token
  }, [token])
  useEffect(() => {
    const made = new PackQueue<PackAnswer>({
      kept: keptQueue(seller),
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
    return () => {
      removeEventListener('online', flush)
      clearInterval(timer)
    }
  }, [seller, show])
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
  return {
    state,
    waiting,
    trouble,
    scan: (code) => step(scanCode(present.current, code, draw)),
    change: (position, change) => {
      const { current } = present.current
      if (current) step(changeUnits(present.current, { order: current, position, change }, draw))
    },
    skip: () => show(skipOrder(present.current)),
  }
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

/** The hub's word holds: its orders in place of ours, with what it has not heard of yet; what it refused is said. */
function reconciled(state: PackState, { refused, orders, gone }: PackAnswer, waiting: readonly PackEvent[]): PackState {
  const fresh = new Map(orders.map((order) => [order.number, order]))
  const now = state.orders
    .filter(({ number }) => !gone.includes(number))
    .map((order) => fresh.get(order.number) ?? order)
  const answered = waiting.filter(({ order }) => fresh.has(order)).reduce(applyEvent, now)
  const [no] = refused
  return {
    orders: answered,
    current: state.current && gone.includes(state.current) ? null : state.current,
    said: no ? { kind: 'refused', order: no.order, why: no.why, by: no.by } : state.said,
  }
}
