/** What is sent: a random id makes repeats idempotent. */
export interface Sendable {
  id: string
}

export interface KeptQueue<Event extends Sendable> {
  read: () => Event[]
  add: (event: Event) => void
  remove: (ids: ReadonlySet<string>) => void
}

/** The hub's response to sent events, by event id. */
export interface SentEvents<Answer> {
  ok: true
  taken: readonly string[]
  answer: Answer
}

/** Not sent: offline, or the session expired. The events stay queued. */
export interface NotSent {
  ok: false
  why: 'no-connection' | 'signed-out'
}

export interface Attempt<Event, Answer> {
  answer: Answer | null
  waiting: readonly Event[]
  state: 'sent' | NotSent['why']
}

/** Maximum events per request. */
const mostAtOnce = 50

/**
 * Sends events in order, one request at a time, and keeps each until the hub acknowledges it. Other requests wait their
 * turn. Event ids make retries idempotent.
 */
export class SendQueue<Event extends Sendable, Answer> {
  readonly #kept: KeptQueue<Event>
  readonly #send: (events: readonly Event[]) => Promise<SentEvents<Answer> | NotSent>
  readonly #told: (attempt: Attempt<Event, Answer>) => void
  #underWay: Promise<void> | null = null

  constructor({
    kept,
    send,
    told,
  }: {
    kept: KeptQueue<Event>
    send: (events: readonly Event[]) => Promise<SentEvents<Answer> | NotSent>
    /** Called after each attempt. */
    told: (attempt: Attempt<Event, Answer>) => void
  }) {
    this.#kept = kept
    this.#send = send
    this.#told = told
  }

  get waiting(): Event[] {
    return this.#kept.read()
  }

  /** Queues an event and starts sending. */
  add(event: Event): Promise<void> {
    this.#kept.add(event)
    return this.flush()
  }

  /** Sends until the queue is empty or a request fails. */
  flush(): Promise<void> {
    // Without this, an empty queue would start a run that waits for nothing.
    if (this.waiting.length === 0) return this.#underWay ?? Promise.resolve()
    return (this.#underWay ??= this.#sendAll())
  }

  /**
   * Runs a request after all queued events are sent, and holds back new events until it ends, so that `waiting` is
   * exactly what the response does not include. Null if the hub is unreachable.
   */
  async ask<Told>(question: () => Promise<Told>): Promise<Told | null> {
    await this.flush()
    while (this.#underWay) await this.#underWay
    if (this.waiting.length > 0) return null
    const told = question()
    const next = () => this.#next()
    this.#underWay = told.then(next, next)
    return told
  }

  /** Sends events queued during a request. */
  #next(): Promise<void> {
    this.#underWay = null
    return this.flush()
  }

  async #sendAll(): Promise<void> {
    try {
      for (;;) {
        const events = this.#kept.read().slice(0, mostAtOnce)
        if (events.length === 0) return
        const sent = await this.#send(events)
        if (!sent.ok) {
          this.#told({ answer: null, waiting: this.#kept.read(), state: sent.why })
          return
        }
        const taken = new Set(sent.taken)
        // Events added in the meantime stay queued behind these.
        this.#kept.remove(taken)
        this.#told({ answer: sent.answer, waiting: this.#kept.read(), state: 'sent' })
        if (taken.size === 0) return
      }
    } finally {
      this.#underWay = null
    }
  }
}
