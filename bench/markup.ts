import { createElement, type ReactElement } from 'react'

/**
 * A page's HTML, as our own server wrote it, as a tree of plain elements: what React would have to render if there were
 * no components, data or router. Comments and the doctype are left out. Throws for what React would not have written.
 */
export function elementsOf(html: string): ReactElement {
  const roots: Child[] = []
  const open: Open[] = [{ tag: '', props: {}, children: roots }]
  for (let at = 0; at < html.length;) at = readNext(html, at, open)
  if (open.length > 1) throw new Error(`<${open.at(-1)!.tag}> is not closed`)
  const [root, ...others] = roots.filter((child) => typeof child !== 'string')
  if (!root || typeof root === 'string' || others.length > 0) throw new Error('the page has not one root element')
  return root
}

type Child = ReactElement | string
type Props = Record<string, unknown>
interface Open {
  tag: string
  props: Props
  children: Child[]
}

const empty = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
])
/** Their text is no markup. */
const raw = new Set(['script', 'style', 'template'])

/** Reads a tag, comment or text; returns where the next begins. */
function readNext(html: string, at: number, open: Open[]): number {
  const current = open.at(-1)!
  if (html[at] !== '<') {
    const end = positionOf(html, '<', at)
    current.children.push(decodeEntities(html.slice(at, end)))
    return end
  }
  if (html.startsWith('<!--', at)) return positionOf(html, '-->', at) + 3
  if (html.startsWith('<!', at)) return positionOf(html, '>', at) + 1
  if (html.startsWith('</', at)) {
    const end = positionOf(html, '>', at)
    const tag = html.slice(at + 2, end)
    if (tag !== current.tag) throw new Error(`</${tag}> closes <${current.tag}>`)
    open.pop()
    add(open.at(-1)!, current)
    return end + 1
  }
  return readOpening(html, at, open)
}

const attribute = /\s+([^\s=>/"]+)(?:="([^"]*)")?/y
const tagName = /<([a-zA-Z][\w-]*)/y

function readOpening(html: string, at: number, open: Open[]): number {
  tagName.lastIndex = at
  const tag = tagName.exec(html)?.[1]
  if (!tag) throw new Error(`no tag: ${html.slice(at, at + 20)}`)
  const element: Open = { tag, props: {}, children: [] }
  let end = at + 1 + tag.length
  for (;;) {
    attribute.lastIndex = end
    const found = attribute.exec(html)
    if (!found) break
    element.props[propOf(found[1]!)] = found[2] ? decodeEntities(found[2]) : valueless(found[1]!)
    end = attribute.lastIndex
  }
  end = positionOf(html, '>', end) + 1
  if (empty.has(tag)) add(open.at(-1)!, element)
  else if (raw.has(tag)) return readRaw(html, end, element, open.at(-1)!)
  else open.push(element)
  return end
}

function readRaw(html: string, at: number, element: Open, parent: Open): number {
  const end = positionOf(html, `</${element.tag}>`, at)
  if (end > at) element.props.dangerouslySetInnerHTML = { __html: html.slice(at, end) }
  add(parent, element)
  return end + element.tag.length + 3
}

function add(parent: Open, { tag, props, children }: Open): void {
  parent.children.push(createElement(tag, props, ...children))
}

function positionOf(html: string, text: string, from: number): number {
  const found = html.indexOf(text, from)
  if (found !== -1) return found
  if (text === '<') return html.length
  throw new Error(`the page ends within ${html.slice(from, from + 20)}`)
}

const renamed: Record<string, string> = {
  class: 'className',
  for: 'htmlFor',
  charset: 'charSet',
  crossorigin: 'crossOrigin',
  nomodule: 'noModule',
}
const propOf = (name: string) =>
  renamed[name] ??
  (/^(data|aria)-/.test(name) ? name : name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()))

/** Attributes that are written empty although they hold no text. */
const flags = new Set([
  'hidden',
  'disabled',
  'checked',
  'selected',
  'open',
  'async',
  'defer',
  'multiple',
  'readonly',
  'required',
  'novalidate',
  'autofocus',
  'inert',
])
const valueless = (name: string) => (flags.has(name.toLowerCase()) ? true : '')

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name = '') => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
    return decimal ? String.fromCodePoint(Number(decimal)) : (entities[name] ?? whole)
  })
}
