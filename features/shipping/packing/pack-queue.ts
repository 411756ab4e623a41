import type { PackEvent } from './pack-station.ts'

/** Where a device keeps what it has not sent yet. */
export interface KeptQueue {
  read: () => PackEvent[]
  add: (event: PackEvent) => void
  remove: (ids: ReadonlySet<string>) => void
}

/** What the hub said to events it was sent, each by its id. */
export interface SentEvents<Answer> {
  ok: true
  taken: readonly string[]
  answer: Answer
}

/** Not sent: no connection, or the hub will not have them (signed out). They stay. */
export interface NotSent {
  ok: false
  why: 'no-connection' | 'signed-out'
}

/** What became of an attempt, and what waits after it. */
export interface Attempt<Answer> {
  answer: Answer | null
  waiting: readonly PackEvent[]
  state: 'sent' | NotSent['why']
}

/** Events sent at once. */
const mostAtOnce = 50

/**
 * Events on their way to the hub: in the order in which they happened, one request at a time, each event until the hub
 * has said that it has it. What the hub is asked besides takes its turn. What is sent twice because an answer got lost is one event there, by its id.
 */
export class PackQueue<Answer> {
  readonly #kept: KeptQueue
  readonly #send: (events: readonly PackEvent[]) => Promise<SentEvents<Answer> | NotSent>
  readonly #told: (attempt: Attempt<Answer>) => void
  /** What is on its way to the hub. */
  #underWay: Promise<void> | null = null

  constructor({
    kept,
    send,
    told,
  }: {
    kept: KeptQueue
    send: (events: readonly PackEvent[]) => Promise<SentEvents<Answer> | NotSent>
    /** Told after each attempt. */
    told: (attempt: Attempt<Answer>) => void
  }) {
    this.#kept = kept
    this.#send = send
    this.#told = told
  }

  /** What waits. */
  get waiting(): PackEvent[] {
    return this.#kept.read()
  }

  /** Adds an event, and sends. */
  add(event: PackEvent): Promise<void> {
    this.#kept.add(event)
    return this.flush()
  }

  /** Sends what waits, until nothing does or there is no way to the hub. */
  flush(): Promise<void> {
    // With nothing to send, nothing would be waited for, and what is under way would be none.
    if (this.waiting.length === 0) return this.#underWay ?? Promise.resolve()
    return (this.#underWay ??= this.#sendAll())
  }

  /**
   * Asks the hub when it has all that happened, and sends nothing meanwhile: what waits then is what the answer does not
   * know of. Null where there is no way to it.
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

  /** Sends what came while the hub was asked. */
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
        // What was added meanwhile waits behind them.
        this.#kept.remove(taken)
        this.#told({ answer: sent.answer, waiting: this.#kept.read(), state: 'sent' })
        if (taken.size === 0) return
      }
    } finally {
      this.#underWay = null
    }
  }
}
