import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { vi } from 'vitest'
import { minute } from '#lib/duration.ts'
import { freePort } from '#server/free-port.ts'

/** What a person looks for on a page: its kind, and its name as assistive technology reads it. */
type Kind = 'button' | 'field' | 'heading' | 'link' | 'radio' | 'text'

/** A WebKitGTK window, driven by its own WebDriver, since Playwright drives only its own build of WebKit. */
export class WebKitWindow {
  readonly #base: string
  readonly #started: ChildProcess[]

  private constructor(base: string, started: ChildProcess[]) {
    this.#base = base
    this.#started = started
  }

  /** Starts a display of this width in pixels, the driver and a window that fills the display. */
  static async open(width: number): Promise<WebKitWindow> {
    const port = await freePort()
    const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1000x24'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const display = `:${String(((await once(screen.stdout, 'data')) as Buffer[])[0]).trim()}`
    const env = { ...process.env, DISPLAY: display, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }
    const driver = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env })
    const started = [driver, screen]
    const root = `http://127.0.0.1:${port}/session`
    const options = { binary: process.env.WEBKIT_PATH, args: ['--automation'] }
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
    const begin = () => send('POST', root, { capabilities }).catch(() => null)
    let made = await begin()
    // The driver and its display begin to listen within a second.
    for (let tries = 0; !made && tries < 60; tries += 1) made = (await delay(500), await begin())
    const { sessionId } = made as { sessionId: string }
    const window = new WebKitWindow(`${root}/${sessionId}`, started)
    await window.#send('POST', '/window/rect', { width, height: 900 })
    return window
  }

  async close(): Promise<void> {
    await this.#send('DELETE', '').catch(() => {})
    for (const child of this.#started) child.kill()
  }

  /** Opens an address, and waits for hydration if the page has scripts. */
  async open(url: string): Promise<void> {
    await this.#send('POST', '/url', { url })
    await this.#until(() => this.run('return document.documentElement.hasAttribute("data-hydrated")'), url)
  }

  /** Runs a script in the page, with elements of `given` as `arguments`. */
  run<T>(script: string, ...given: unknown[]): Promise<T> {
    return this.#send('POST', '/execute/sync', { script, args: given }) as Promise<T>
  }

  /** Waits for something of this name that is shown. */
  async see(kind: Kind, name: RegExp): Promise<unknown> {
    let found: unknown = null
    await this.#until(async () => (found = await this.run(`return (${inPage})(...arguments)`, kind, name.source)), name)
    return found
  }

  async press(kind: Kind, name: RegExp): Promise<void> {
    await this.#with(kind, name, (id) => this.#send('POST', `/element/${id}/click`, {}))
  }

  /** Replaces the text of a field; `\uE007` is Enter. */
  async type(name: RegExp, text: string): Promise<void> {
    await this.#with('field', name, async (id) => {
      await this.#send('POST', `/element/${id}/clear`, {})
      await this.#send('POST', `/element/${id}/value`, { text })
    })
  }

  /** Presses keys wherever focus is, as a hand scanner does. */
  async keys(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await this.#send('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  /** Chooses a file for a file field. */
  async choose(name: RegExp, file: string): Promise<void> {
    await this.#with('field', name, (id) => this.#send('POST', `/element/${id}/value`, { text: file }))
  }

  /** Works with an element; finds it again if React has replaced it meanwhile. */
  async #with(kind: Kind, name: RegExp, work: (id: string) => Promise<unknown>): Promise<void> {
    await this.#until(async () => {
      const id = idOf(await this.see(kind, name))
      return work(id).then(
        () => true,
        (error: unknown) => {
          if (/stale element|no such node/.test(String(error))) return false
          throw error
        },
      )
    }, name)
  }

  async #until(check: () => Promise<unknown>, what: unknown): Promise<void> {
    const attempt = async () => {
      if (await check()) return
      const shown = await this.run<string>('return location.href + "\\n" + (document.body?.innerText ?? "")')
      throw new Error(`not there: ${String(what)}, but ${shown.slice(0, 2_000)}`)
    }
    await vi.waitFor(attempt, { timeout: minute, interval: 100 })
  }

  #send(method: string, path: string, body?: unknown): Promise<unknown> {
    return send(method, this.#base + path, body)
  }
}

async function send(method: string, url: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, { method, body: body === undefined ? null : JSON.stringify(body) })
  const { value } = (await response.json()) as { value: unknown }
  if (!response.ok) throw new Error(JSON.stringify(value))
  return value
}

const idOf = (element: unknown) => String(Object.values(element as Record<string, string>)[0])

/** In the page: the first shown element of a kind whose name matches. */
const inPage = `(kind, source) => {
  const pattern = new RegExp(source)
  const kinds = {
    button: 'button, [role=button]',
    field: 'input:not([type=hidden]):not([type=radio]), select, textarea',
    heading: 'h1, h2, h3',
    link: 'a[href]',
    radio: 'input[type=radio], input[type=checkbox]',
    text: 'p, td, li, dd, h1, h2, h3, label, [role=status]',
  }
  const nameOf = (element) =>
    element.getAttribute('aria-label') ??
    (element.labels?.length ? [...element.labels].map((label) => label.innerText).join(' ') : element.innerText ?? '')
  const isShown = (element) => element.checkVisibility() && (element.getClientRects().length > 0)
  return [...document.querySelectorAll(kinds[kind])].find((e) => isShown(e) && pattern.test(nameOf(e).trim())) ?? null
}`
