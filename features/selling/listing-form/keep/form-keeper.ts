import type { BrowserCopies } from './browser-copies.ts'
import type { KeptAnswer } from './draft-resource.ts'
import { sameTyped, type Typed } from '../form/typed-form.ts'

export type SendResult = KeptAnswer | { ok: false; reason: 'offline' | 'signed-out' | 'refused' }

/** Where the current input is saved. `held`: whether this browser stores a copy. */
export type Keeping =
  | { state: 'kept'; at: string | null }
  | { state: 'typing' | 'saving' }
  | { state: 'offline' | 'signed-out' | 'refused'; held: boolean }
  | { state: 'conflict'; typed: Typed; revision: number; at: string }
  | { state: 'published' }

interface KeeperOptions {
  read: () => Typed
  /** Sends the form; `leaving` if the page may close before the response. */
  send: (typed: Typed, revision: number, leaving: boolean) => Promise<SendResult>
  copies: BrowserCopies
  name: string
  /** The listing version a revision started from. */
  version?: number | undefined
  kept: { typed: Typed; revision: number; at: string | null }
  show: (keeping: Keeping, revision: number) => void
  now: () => Date
  /** Milliseconds after the last keystroke. */
  pause?: number
}

/**
 * Autosaves the input: immediately in the browser, and after a pause on the server, which then deletes the browser's
 * copy. Only one request is in flight; concurrent callers wait. What cannot be sent stays in the browser.
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

  /** The input changed. */
  touch(): void {
    if (this.#stopped) return
    clearTimeout(this.#timer)
    if (!this.#hold()) return this.#options.show({ state: 'kept', at: this.#at }, this.#kept.revision)
    this.#options.show({ state: 'typing' }, this.#kept.revision)
    this.#timer = setTimeout(() => void this.save(), this.#options.pause ?? 1000)
  }

  /** Sends unsaved input; resolves when no request is in flight. */
  async save(): Promise<void> {
    clearTimeout(this.#timer)
    while (this.#sending) await this.#sending
    if (!this.#stopped && this.isDirty()) await this.#sendAlone()
  }

  /**
   * Saves the form before a step that needs the server, even if unchanged, and reports failures. True if the step may
   * proceed; autosave then stops. A rejected form proceeds too: the full submission explains why.
   */
  async settle(): Promise<boolean> {
    clearTimeout(this.#timer)
    while (this.#sending) await this.#sending
    if (this.#stopped) return false
    let isKept = await this.#sendAlone()
    // Input typed meanwhile would otherwise remain in the browser, older than the step's result.
    while (isKept && this.isDirty()) isKept = await this.#sendAlone()
    const mayGo = isKept || this.#isRefused
    if (mayGo) this.stop()
    return mayGo
  }

  /**
   * The page is hidden and may close: sends unsaved input at once and keeps the browser's copy in case it does not
   * arrive. If the page stays, the response is handled as usual.
   */
  leave(): void {
    clearTimeout(this.#timer)
    if (this.#stopped || !this.isDirty()) return
    this.#hold()
    // While a request is in flight, later input stays in the browser until its response.
    if (!this.#sending) void this.#sendAlone(true)
  }

  /** Continues from another server state, for instance after a conflict. */
  goOnFrom(revision: number): Promise<void> {
    this.#kept = { typed: {}, revision }
    return this.save()
  }

  /** The whole form is submitted; the next page takes over. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#stopped = true
  }

  /** Stops once no request is in flight; the form then decides about saved input. */
  async end(): Promise<void> {
    clearTimeout(this.#timer)
    while (this.#sending) await this.#sending
    this.stop()
  }

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

  /** Whether the server has the input that was current when it was sent. */
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
