import { htmlToDOM, type DOMNode } from 'html-react-parser'

/** An element of a parsed page. */
export type PageElement = Extract<DOMNode, { attribs: unknown }>

/** A whole accessible name or a pattern for it. */
export type Name = string | RegExp

const isElement = (node: unknown): node is PageElement => 'attribs' in (node as object)
const isPattern = (name: Name): name is RegExp => typeof name !== 'string'
const collapse = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Elements whose text is separated from the text around them. */
const blocks = new Set(
  'address article aside br caption dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr legend li main nav ol option p section summary table td th tr ul'.split(
    ' ',
  ),
)
const fields = new Set(['input', 'select', 'textarea'])
const rolesOfTags: Record<string, string> = {
  a: 'link',
  button: 'button',
  fieldset: 'group',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  li: 'listitem',
  main: 'main',
  nav: 'navigation',
  option: 'option',
  section: 'region',
  summary: 'summary',
  th: 'columnheader',
  tr: 'row',
}

/** The role of an element; a link needs an address. */
function roleOf({ name, attribs }: PageElement): string | undefined {
  if (name === 'a' && attribs.href === undefined) return undefined
  return attribs.role ?? rolesOfTags[name]
}

/** A part of a page as seen without script: hidden elements and contents of closed parts are left out. */
export abstract class PagePart {
  protected abstract root(): PageElement

  /** Shown elements of a role, in order. */
  all(role: string, name?: Name): PageElement[] {
    return this.#shown((element) => roleOf(element) === role && (name === undefined || this.#isNamed(element, name)))
  }

  /** The only shown element of a role with that name; duplicates for several widths count as one. */
  one(role: string, name?: Name): PageElement {
    const all = this.all(role, name)
    const found = all.filter((each, index) => all.findIndex((other) => doSame(other, each)) === index)
    return this.#only(found, `${role} ${String(name)}`, () => this.all(role).map((each) => this.nameOf(each)))
  }

  /** The part inside the only element of that role and name. */
  within(role: string, name?: Name): PagePart {
    return new InnerPart(() => this.one(role, name))
  }

  /** The part inside the only element with such an attribute. */
  having(attribute: string, value: string): PagePart {
    const isIt = ({ attribs }: PageElement) => attribs[attribute] === value
    return new InnerPart(() => this.#only(this.#shown(isIt), `${attribute}=${value}`, () => []))
  }

  /** The parts inside its shown forms, in order. */
  forms(): PagePart[] {
    return this.#shown(({ name }) => name === 'form').map((form) => new InnerPart(() => form))
  }

  /** Shown fields by label, in order. */
  fields(label: Name): PageElement[] {
    return this.#shown((element) => isField(element) && this.#isNamed(element, label))
  }

  /** The only field with that label; the first of several where the label is a pattern. */
  field(label: Name): PageElement {
    const found = this.fields(label)
    return this.#only(isPattern(label) ? found.slice(0, 1) : found, `field ${String(label)}`, () =>
      this.#shown(isField).map((each) => this.nameOf(each)),
    )
  }

  /** Current value of the only field with that label. */
  value(label: Name): string {
    return valueOf(this.field(label))
  }

  isChecked(label: Name): boolean {
    return this.field(label).attribs.checked !== undefined
  }

  /** Shown elements with such an attribute. */
  with(attribute: string): PageElement[] {
    return this.#shown(({ attribs }) => attribs[attribute] !== undefined)
  }

  /** Elements with such a name attribute, also hidden ones. */
  named(name: string): PageElement[] {
    return descendants(this.root()).filter(({ attribs }) => attribs.name === name)
  }

  /** Shown text. */
  text(): string {
    return textOf(this.root())
  }

  /** Fails if no shown element has such a text: part of it, or what the pattern matches. */
  says(text: Name): void {
    const isFound = isPattern(text)
      ? [this.root(), ...this.#shown(() => true)].some((element) => text.test(textOf(element)))
      : this.text().includes(text)
    if (!isFound) throw new Error(`the page does not say ${String(text)}: ${this.text()}`)
  }

  /** Opens a closed part by its summary. */
  unfold(summary: Name): PagePart {
    const [details] = ancestors(this.one('summary', summary))
    if (!details) throw new Error('a summary outside of a part')
    details.attribs.open = ''
    return new InnerPart(() => details)
  }

  /** Shown options of a field. */
  optionsOf(label: Name): string[] {
    return optionsOf(this.field(label)).map((option) => textOf(option))
  }

  /** The accessible name: given, by label, or by content. */
  nameOf(element: PageElement): string {
    const { attribs, name } = element
    if (attribs['aria-labelledby']) {
      const ids = attribs['aria-labelledby'].split(' ')
      const naming = documentOf(element).filter((each) => ids.includes(each.attribs.id ?? ''))
      return collapse(naming.map((each) => textOf(each)).join(' '))
    }
    if (attribs['aria-label']) return collapse(attribs['aria-label'])
    if (isField(element)) {
      const around = ancestors(element).filter((each) => each.name === 'label')
      const labels = attribs.id ? documentOf(element).filter((each) => each.attribs.for === attribs.id) : []
      return collapse([...around, ...labels].map((label) => textOf(label)).join(' ')) || (attribs.placeholder ?? '')
    }
    if (name === 'fieldset') {
      const legend = element.children.find((child) => isElement(child) && child.name === 'legend')
      return legend ? textOf(legend as PageElement) : ''
    }
    if (name === 'main' || name === 'section' || name === 'nav') return ''
    return textOf(element) || (attribs.title ?? '')
  }

  #isNamed(element: PageElement, name: Name): boolean {
    const own = this.nameOf(element)
    return isPattern(name) ? name.test(own) : own === name
  }

  #shown(isIt: (element: PageElement) => boolean): PageElement[] {
    const root = this.root()
    return descendants(root).filter((element) => isIt(element) && isShown(element))
  }

  #only(found: PageElement[], what: string, there: () => string[]): PageElement {
    const [only, ...others] = found
    if (only && others.length === 0) return only
    throw new Error(`${found.length} of ${what}${found.length === 0 ? `; there are: ${there().join(' | ')}` : ''}`)
  }
}

class InnerPart extends PagePart {
  readonly #find: () => PageElement

  constructor(find: () => PageElement) {
    super()
    this.#find = find
  }

  protected override root(): PageElement {
    return this.#find()
  }
}

/** Parses a document; returns its `html` element. */
export function parsePage(html: string): PageElement {
  const root = htmlToDOM(html.replaceAll('\r\n', '\n')).find((node) => isElement(node) && node.name === 'html')
  if (!root || !isElement(root)) throw new Error(`no document: ${html.slice(0, 200)}`)
  for (const area of descendants(root).filter(({ name }) => name === 'textarea'))
    area.attribs.value = area.children
      .map((child) => ('data' in child ? child.data : ''))
      .join('')
      .replace(/^\n/, '')
  return root
}

/** Whether people type or choose something in it. */
function isField({ name, attribs }: PageElement): boolean {
  return fields.has(name) && attribs.type !== 'hidden'
}

/** Elements below another, in order. */
export function descendants(root: PageElement): PageElement[] {
  const found: PageElement[] = []
  const addBelow = ({ children }: PageElement) => {
    for (const child of children) {
      if (!isElement(child)) continue
      found.push(child)
      addBelow(child)
    }
  }
  addBelow(root)
  return found
}

/** Elements around another, the closest first. */
export function ancestors({ parent }: PageElement): PageElement[] {
  const found: PageElement[] = []
  for (let around = parent; around && isElement(around); around = around.parent) found.push(around)
  return found
}

/** Whether two links lead to the same page, or two buttons submit the same data. */
function doSame(one: PageElement, other: PageElement): boolean {
  const formOf = (element: PageElement) => ancestors(element).find(({ name }) => name === 'form')
  const effect = ({ attribs }: PageElement) => [
    attribs.href,
    attribs.form,
    attribs.formaction,
    attribs.name,
    attribs.value,
  ]
  return formOf(one) === formOf(other) && effect(one).join() === effect(other).join()
}

/** Elements of documents: only their attributes change. */
const documents = new WeakMap<PageElement, readonly PageElement[]>()

/** All elements of the document of one, in order. */
export function documentOf(element: PageElement): readonly PageElement[] {
  const root = ancestors(element).at(-1) ?? element
  const known = documents.get(root) ?? descendants(root)
  documents.set(root, known)
  return known
}

/** Current value of a field. */
export function valueOf(field: PageElement): string {
  if (field.name !== 'select') return field.attribs.value ?? ''
  const options = optionsOf(field)
  const chosen = options.findLast(({ attribs }) => attribs.selected !== undefined) ?? options[0]
  return chosen ? (chosen.attribs.value ?? textOf(chosen)) : ''
}

export function optionsOf(select: PageElement): PageElement[] {
  return descendants(select).filter(({ name }) => name === 'option')
}

/** Shown text of an element, without the values of its fields. */
export function textOf(element: PageElement): string {
  return collapse(rawText(element))
}

function rawText(node: DOMNode | PageElement['children'][number]): string {
  if (!isElement(node)) return node.type === 'text' && 'data' in node ? node.data : ''
  if (isHiding(node) || fields.has(node.name) || node.attribs['aria-hidden'] === 'true') return ''
  if (node.name === 'img') return node.attribs.alt ?? ''
  const text = node.children.map((child) => (isFolded(child) ? '' : rawText(child))).join('')
  return blocks.has(node.name) ? ` ${text} ` : text
}

function isShown(element: PageElement): boolean {
  return [element, ...ancestors(element)].every((each) => !isHiding(each) && !isFolded(each))
}

/** Whether an element and its contents are never shown. */
function isHiding({ name, attribs }: PageElement): boolean {
  const { hidden, open } = attribs
  return (
    ['head', 'script', 'style', 'template'].includes(name) ||
    hidden !== undefined ||
    (name === 'dialog' && open === undefined)
  )
}

/** Whether an element is in a closed part. */
function isFolded(node: DOMNode | PageElement['children'][number]): boolean {
  const { parent } = node
  if (!parent || !isElement(parent) || parent.name !== 'details' || parent.attribs.open !== undefined) return false
  return !isElement(node) || node.name !== 'summary'
}
