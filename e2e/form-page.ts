import { assertDefined } from '#lib/assert-defined.ts'
import {
  ancestors,
  documentOf,
  optionsOf,
  PagePart,
  parsePage,
  textOf,
  valueOf,
  type Name,
  type PageElement,
} from './page-parts.ts'
import { cookieOf } from './http-member.ts'
import type { TestHub } from './testing.ts'

/** A file for a field. */
interface PickedFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A request of a page; with a body it is a POST. */
interface Asked {
  url: URL
  body?: URLSearchParams | Uint8Array<ArrayBuffer>
  type?: string
}

type Entry = [name: string, value: string | PickedFile]

/**
 * The hub for a browser without script, over HTTP: links, forms and redirects, at a tenth of the cost of rendered
 * pages. Widths, styles and focus need a browser.
 */
export class FormPage extends PagePart {
  readonly #hub: string
  readonly #cookies = new Map<string, string>()
  readonly #files = new WeakMap<PageElement, PickedFile[]>()
  #root: PageElement | undefined
  url: URL
  status = 0

  constructor(hub: string, cookie = '') {
    super()
    this.#hub = hub
    this.url = new URL(hub)
    this.#take(cookie.split('; '))
  }

  protected override root(): PageElement {
    return assertDefined(this.#root, 'a page is open')
  }

  /** Replaces the session's cookies. */
  async signIn(test: TestHub, email: string): Promise<void> {
    this.#take((await cookieOf(test, email)).split('; '))
  }

  /** Opens a URL and follows redirects. */
  async open(url: string): Promise<void> {
    await this.#visit({ url: new URL(url, this.#hub) })
  }

  reload(): Promise<void> {
    return this.open(this.url.href)
  }

  /** Follows the only link with that name. */
  async follow(name: Name, part: PagePart = this): Promise<void> {
    await this.open(new URL(assertDefined(part.one('link', name).attribs.href, 'a link'), this.url).href)
  }

  fill(label: Name, text: string, part: PagePart = this): void {
    const { attribs } = editable(part.field(label))
    if (text.length > Number(attribs.maxlength ?? Infinity)) throw new Error(`${String(label)} would be cut`)
    attribs.value = text
  }

  /** Checks or unchecks a box, or chooses one of several. */
  check(label: Name, on = true): void {
    const box = editable(this.field(label))
    if (on && box.attribs.type === 'radio')
      for (const other of this.named(box.attribs.name ?? '')) delete other.attribs.checked
    if (on) box.attribs.checked = ''
    else delete box.attribs.checked
  }

  /** Chooses an option by its value or text. */
  select(label: Name, option: string): void {
    const options = optionsOf(editable(this.field(label)))
    const chosen = options.find((each) => each.attribs.value === option || textOf(each) === option)
    if (!chosen) throw new Error(`no option ${option}: ${options.map((each) => textOf(each)).join(' | ')}`)
    for (const each of options) delete each.attribs.selected
    chosen.attribs.selected = ''
  }

  /** Picks files in a field. */
  pick(label: Name, ...files: PickedFile[]): void {
    this.#files.set(editable(this.field(label)), files)
  }

  /** Presses the only button with that name, which sends its form. */
  async press(name: Name, part: PagePart = this): Promise<void> {
    const button = editable(part.one('button', name))
    await this.#visit(this.#sent(assertDefined(formOf(button), 'a button without script sends a form'), button))
  }

  /** Presses a button that downloads a file; the page stays. */
  async download(name: Name, part: PagePart = this): Promise<{ url: URL; text: string }> {
    const button = editable(part.one('button', name))
    const asked = this.#sent(assertDefined(formOf(button), 'a button without script sends a form'), button)
    const answer = await this.#fetch(asked)
    return { url: asked.url, text: await answer.text() }
  }

  /** Presses Enter in a field, which sends its form by its first button. */
  async enter(label: Name, part: PagePart = this): Promise<void> {
    const form = assertDefined(formOf(part.field(label)), 'a field of a form')
    const button = controlsOf(form).find(isSubmitter)
    await this.#visit(this.#sent(form, button))
  }

  /** The entries a browser sends for a form; refuses one with an empty required field. */
  #sent(form: PageElement, button: PageElement | undefined): Asked {
    const own = { ...form.attribs, ...formAttributesOf(button) }
    const controls = controlsOf(form)
    const missing = controls.find((each) => each.attribs.required !== undefined && this.#isEmpty(each, controls))
    if (missing && own.novalidate === undefined) throw new Error(`not sent, for it is empty: ${this.nameOf(missing)}`)
    const entries = entriesOf(form, button, (field) => this.#files.get(field))
    const target = new URL(own.action || this.url.href, this.url)
    const texts = entries.map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : value.name,
    ])
    if (own.method?.toLowerCase() !== 'post') {
      target.search = String(new URLSearchParams(texts))
      return { url: target }
    }
    const isMultipart = own.enctype === 'multipart/form-data'
    return { url: target, ...(isMultipart ? multipart(entries) : { body: new URLSearchParams(texts) }) }
  }

  #isEmpty(field: PageElement, all: PageElement[]): boolean {
    const { type, name } = field.attribs
    if (type === 'radio') return !all.some(({ attribs }) => attribs.name === name && attribs.checked !== undefined)
    if (type === 'checkbox') return field.attribs.checked === undefined
    return type === 'file' ? !this.#files.has(field) : valueOf(field) === ''
  }

  async #visit(asked: Asked): Promise<void> {
    const answer = await this.#fetch(asked)
    const location = answer.headers.get('location')
    if (answer.status >= 300 && location) {
      await answer.body?.cancel()
      const next = new URL(location, asked.url)
      next.hash ||= asked.url.hash
      return this.#visit({ url: next })
    }
    this.url = asked.url
    this.status = answer.status
    this.#root = parsePage(await answer.text())
  }

  async #fetch({ url, body, type }: Asked): Promise<Response> {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ')
    const headers = { cookie, accept: 'text/html', ...(type && { 'content-type': type }) }
    const sent = body ? { method: 'POST', body, headers: { ...headers, origin: url.origin } } : { headers }
    const answer = await fetch(url, { ...sent, redirect: 'manual' })
    this.#take(answer.headers.getSetCookie())
    return answer
  }

  #take(cookies: string[]): void {
    for (const cookie of cookies) {
      const [pair = ''] = cookie.split(';')
      const at = pair.indexOf('=')
      if (/; *max-age=0/i.test(cookie)) this.#cookies.delete(pair.slice(0, at))
      else if (at > 0) this.#cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
  }
}

/** The hub as a demo member has it without script. */
export async function formPage(test: TestHub, email: string): Promise<FormPage> {
  return new FormPage(test.url, await cookieOf(test, email))
}

/** The form of a control. */
function formOf(control: PageElement): PageElement | undefined {
  const { form } = control.attribs
  if (form === undefined) return ancestors(control).find(({ name }) => name === 'form')
  return documentOf(control).find(({ name, attribs }) => name === 'form' && attribs.id === form)
}

/** Controls of a form that are not disabled, in order. */
function controlsOf(form: PageElement): PageElement[] {
  const isControl = ({ name }: PageElement) => ['input', 'select', 'textarea', 'button'].includes(name)
  return documentOf(form).filter((each) => isControl(each) && !isDisabled(each) && formOf(each) === form)
}

type FilesOf = (field: PageElement) => PickedFile[] | undefined

/** The entries a form sends when that button is pressed, in order. */
export function entriesOf(
  form: PageElement,
  button: PageElement | undefined,
  filesOf: FilesOf = () => undefined,
): Entry[] {
  return controlsOf(form).flatMap((control) => {
    const { name, type, checked, value } = control.attribs
    if (!name || (isSubmitter(control) && control !== button) || type === 'button') return []
    if (type === 'checkbox' || type === 'radio')
      return checked === undefined ? [] : [[name, value ?? 'on'] satisfies Entry]
    if (type !== 'file') return [[name, valueOf(control).replaceAll(/\r?\n/g, '\r\n')] satisfies Entry]
    const files = filesOf(control) ?? [{ name: '', mimeType: 'application/octet-stream', buffer: Buffer.alloc(0) }]
    return files.map((file): Entry => [name, file])
  })
}

export function isSubmitter({ name, attribs: { type } }: PageElement): boolean {
  return name === 'button' ? type === undefined || type === 'submit' : name === 'input' && type === 'submit'
}

function isDisabled(control: PageElement): boolean {
  const isOff = ({ attribs }: PageElement) => attribs.disabled !== undefined
  return isOff(control) || ancestors(control).some((each) => each.name === 'fieldset' && isOff(each))
}

/** A control that can be used. */
function editable(control: PageElement): PageElement {
  if (isDisabled(control)) throw new Error(`disabled: ${control.attribs.name ?? control.name}`)
  return control
}

/** Attributes of a form that its button overrides. */
function formAttributesOf(button: PageElement | undefined): Record<string, string> {
  const { formaction, formmethod, formenctype, formnovalidate } = button?.attribs ?? {}
  return {
    ...(formaction !== undefined && { action: formaction }),
    ...(formmethod !== undefined && { method: formmethod }),
    ...(formenctype !== undefined && { enctype: formenctype }),
    ...(formnovalidate !== undefined && { novalidate: '' }),
  }
}

/** A form with files, as browsers write it. */
function multipart(entries: Entry[]): Pick<Asked, 'body' | 'type'> {
  const edge = `----form${crypto.randomUUID()}`
  const quoted = (text: string) => `"${text.replaceAll('"', '%22')}"`
  const parts = entries.map(([name, value]) => {
    const head = `--${edge}\r\nContent-Disposition: form-data; name=${quoted(name)}`
    if (typeof value === 'string') return Buffer.from(`${head}\r\n\r\n${value}\r\n`)
    const file = `${head}; filename=${quoted(value.name)}\r\nContent-Type: ${value.mimeType}\r\n\r\n`
    return Buffer.concat([Buffer.from(file), value.buffer, Buffer.from('\r\n')])
  })
  const body = new Uint8Array(Buffer.concat([...parts, Buffer.from(`--${edge}--\r\n`)]))
  return { body, type: `multipart/form-data; boundary=${edge}` }
}
