import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { useShui } from '#shui/context.tsx'
import { keptQueue, type Scanner } from './kept-queue.ts'
import { SendQueue, type NotSent, type Sendable, type SentEvents } from './send-queue.ts'

/** Milliseconds between retries while offline, because browsers do not always report that the connection is back. */
const tryAgainAfter = 5_000

interface Sending<Event, Answer> {
  name: 'pack' | 'count'
  scanner: Scanner
  /** Resource that takes the events. */
  path: string
  /** The answer for stored events that are corrupt or outdated: they are dropped, or they would block all later ones. */
  dropped: Answer
  /** Called after each attempt; null if it failed. */
  onAnswer: (answer: Answer | null, waiting: readonly Event[]) => void
}

interface Sender<Event extends Sendable, Answer> {
  /** Set once the page runs. */
  queue: RefObject<SendQueue<Event, Answer> | null>
  waiting: readonly Event[]
  /** Reason why sending fails; null if it does not. */
  trouble: NotSent['why'] | null
  add: (event: Event) => void
}

/** Keeps what is scanned on the device until the hub has it, also after a crash, and sends it in order. */
export function useSendQueue<Event extends Sendable, Answer>(sending: Sending<Event, Answer>): Sender<Event, Answer> {
  const { name, path } = sending
  const { seller, member } = sending.scanner
  const { token } = useShui()
  const [waiting, setWaiting] = useState<readonly Event[]>([])
  const [trouble, setTrouble] = useState<NotSent['why'] | null>(null)
  // A new token must not replace the queue, whose events are already applied to what is shown.
  const newest = useRef({ ...sending, token })
  useEffect(() => {
    newest.current = { ...sending, token }
  })
  const queue = useRef<SendQueue<Event, Answer>>(null)
  useEffect(() => {
    const made = new SendQueue<Event, Answer>({
      kept: keptQueue(name, { seller, member }),
      send: (events) =>
        postEvents(path, { events, token: newest.current.token ?? '', dropped: newest.current.dropped }),
      told: ({ answer, waiting: left, state }) => {
        setWaiting(left)
        setTrouble(state === 'sent' ? null : state)
        newest.current.onAnswer(answer, left)
      },
    })
    queue.current = made
    // What an earlier page could not send.
    setWaiting(made.waiting)
    const flush = () => void made.flush()
    flush()
    addEventListener('online', flush)
    const timer = setInterval(flush, tryAgainAfter)
    return () => {
      removeEventListener('online', flush)
      clearInterval(timer)
    }
  }, [name, path, seller, member])
  const add = useCallback((event: Event) => {
    setWaiting((all) => [...all, event])
    void queue.current?.add(event)
  }, [])
  return { queue, waiting, trouble, add }
}

interface Posted<Answer> {
  events: readonly Sendable[]
  token: string
  /** The answer for events that the hub cannot read. */
  dropped: Answer
}

/** Sends events to a resource, which takes each once and answers with JSON. */
async function postEvents<Answer>(
  path: string,
  { events, token, dropped }: Posted<Answer>,
): Promise<SentEvents<Answer> | NotSent> {
  const body = new URLSearchParams({ srt: token, events: JSON.stringify(events) })
  const response = await fetch(path, { method: 'POST', body }).catch(() => null)
  if (response && (response.status === 401 || response.status === 403)) return { ok: false, why: 'signed-out' }
  const taken = events.map(({ id }) => id)
  if (response?.status === 400) return { ok: true, taken, answer: dropped }
  if (!response?.ok) return { ok: false, why: 'no-connection' }
  // Treat a truncated response as lost.
  const answer = await response.json().then(
    (json: unknown) => json as Answer,
    () => null,
  )
  return answer ? { ok: true, taken, answer } : { ok: false, why: 'no-connection' }
}
