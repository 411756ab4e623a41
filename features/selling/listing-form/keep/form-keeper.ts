import type { BrowserCopies } from './browser-copies.ts'
import type { KeptAnswer } from './draft-resource.ts'
import { sameTyped, type Typed } from '../form/typed-form.ts'

/** What became of a form that was sent by itself. */
export type SendResult = KeptAnswer | { ok: false; reason: 'offline' | 'signed-out' | 'refused' }

/** Where what is typed is now. `held`: whether this browser keeps a copy. */
export type Keeping =
  | { state: 'kept'; at: string | null }
  | { state: 'typing' | 'saving' }
  | { state: 'offline' | 'signed-out' | 'refused'; held: boolean }
  | { state: 'conflict'; typed: Typed; revision: number; at: string }
  | { state: 'published' }

interface KeeperOptions {
  /** What is typed now. */
  read: () => Typed
  /** Sends the form; `leaving` when the page may go away before the answer is there. */
  send: (typed: Typed, revision: number, leaving: boolean) => Promise<SendResult>
  copies: BrowserCopies
  name: string
  /** The version of the listing that a revision started from. */
  version?: number | undefined
  /** What the server has, and its revision. */
  kept: { typed: Typed; revision: number; at: string | null }
  show: (keeping: Keeping, revision: number) => void
  now: () => Date
  /** Milliseconds after the last letter. */
  pause?: number
}

/**
 * Keeps what is typed (autosave): at once in this browser, after a pause on the server, where it then leaves the browser again. One
 * request is on its way at a time: of several that wait for an answer one sends, and the others wait again. What cannot
 * be sent stays in the browser until it can.
 */
export class FormKeeper {
  readonly #options: KeeperOptions
  #kept: { typed: Typed; revision: number }
  #timer: ReturnType<typeof setTimeout> | undefined
  #sending: Promise<boolean> | null = null
  #stopped = false
  #isRefused = false
  #at: string | null

  constructor(options: KeeperOptions) {
    this.#options = options
    this.#kept = options.kept
    this.#at = options.kept.at
  }

  /** Something was typed. */
  touch(): void {
    if (this.#stopped) return
    clearTimeout(this.#timer)
    if (!this.#hold()) return this.#options.show({ state: 'kept', at: this.#at }, this.#kept.revision)
    this.#options.show({ state: 'typing' }, this.#kept.revision)
    this.#timer = setTimeout(() => void this.save(), this.#options.pause ?? 1000)
  }

  /** Sends what is not kept yet; resolves when nothing is on its way any more. */
  async save(): Promise<void> {
    clearTimeout(this.#timer)
    while (this.#sending) await this.#sending
    if (!this.#stopped && this.isDirty()) await this.#sendAlone()
  }

  /**
   * Makes sure that the server has the form and answers, before a step that needs it: sends it even where nothing is new.
   * What is in the way otherwise is shown. True where the step may be taken; nothing is sent by itself from then on. A form that is
   * refused takes its step as well: sent as a whole it is answered in words.
   */
  async settle(): Promise<boolean> {
    clearTimeout(this.#timer)
    while (this.#sending) await this.#sending
    if (this.#stopped) return false
    let isKept = await this.#sendAlone()
    // What was typed meanwhile would stay behind in the browser, older than what the step makes of the form.
    while (isKept && this.isDirty()) isKept = await this.#sendAlone()
    const mayGo = isKept || this.#isRefused
    if (mayGo) this.stop()
    return mayGo
  }

  /**
   * The page is out of sight and may go away: what is not kept is sent at once, and stays in the browser in case it does
   * not arrive. Where the page lives on, the answer is taken as any other: what is typed next goes on from it.
   */
  leave(): void {
    clearTimeout(this.#timer)
    if (this.#stopped || !this.isDirty()) return
    this.#hold()
    // Behind one that is on its way, what was typed since stays in the browser until that one is answered.
    if (!this.#sending) void this.#sendAlone(true)
  }

  /** Goes on from another state of the server, for instance after a conflict. */
  goOnFrom(revision: number): Promise<void> {
    this.#kept = { typed: {}, revision }
    return this.save()
  }

  /** The form is sent as a whole: what becomes of it is the next page's. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#stopped = true
  }

  /** Ends it once nothing is on its way any more: the form itself says what is to become of what is kept. */
  async end(): Promise<void> {
    clearTimeout(this.#timer)
    while (this.#sending) await this.#sending
    this.stop()
  }

  /** Whether the server lacks something that is typed. */
  isDirty(): boolean {
    return !sameTyped(this.#options.read(), this.#kept.typed)
  }

  #hold(): boolean {
    const { copies, name, now, read, version } = this.#options
    const typed = read()
    if (sameTyped(typed, this.#kept.typed)) {
      copies.remove(name)
      return false
    }
    copies.write(name, { typed, revision: this.#kept.revision, version, at: now().toISOString() })
    return true
  }

  async #sendAlone(leaving = false): Promise<boolean> {
    const sending = this.#send(leaving)
    this.#sending = sending
    const isKept = await sending
    this.#sending = null
    return isKept
  }

  /** Whether the server has what was typed when it was sent. */
  async #send(leaving: boolean): Promise<boolean> {
    const { read, send, show } = this.#options
    const typed = read()
    show({ state: 'saving' }, this.#kept.revision)
    const result = await send(typed, this.#kept.revision, leaving)
    this.#take(typed, result)
    return result.ok
  }

  #take(typed: Typed, result: SendResult): void {
    const { show, copies, name } = this.#options
    this.#isRefused = !result.ok && result.reason === 'refused'
    if (result.ok) {
      this.#kept = { typed, revision: result.revision }
      this.#at = result.savedAt
      if (this.#hold()) this.touch()
      else show({ state: 'kept', at: result.savedAt }, result.revision)
    } else if (result.reason === 'published') {
      copies.remove(name)
      this.stop()
      show({ state: 'published' }, this.#kept.revision)
    } else if (result.reason === 'conflict') {
      const { revision, savedAt, typed: theirs } = result
      show({ state: 'conflict', typed: theirs, revision, at: savedAt }, this.#kept.revision)
    } else show({ state: result.reason, held: copies.read(name) !== null }, this.#kept.revision)
  }
}
