import type { NotSent, Sendable, SentEvents } from './send-queue.ts'

interface Posted<Answer> {
  events: readonly Sendable[]
  token: string
  /** The answer for events that the hub cannot read. */
  dropped: Answer
}

/** Sends events to a resource, which takes each once and answers with JSON. */
export async function postEvents<Answer>(
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
