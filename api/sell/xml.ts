import { Parser } from 'htmlparser2'

export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  /** Its own text, without that of its children. */
  text: string
  children: XmlElement[]
}

/** Elements that a document of a tool may nest. */
const deepest = 20

/** Reads a document to a tree, by local names; null if it is no well-formed document. Entities are the five of XML. */
export function readXml(document: string): XmlElement | null {
  const root: XmlElement = { name: '', attributes: {}, text: '', children: [] }
  const open = [root]
  let isWhole = true
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element = { name: localOf(name), attributes, text: '', children: [] }
        open.at(-1)?.children.push(element)
        open.push(element)
        if (open.length > deepest) isWhole = false
      },
      ontext(text) {
        const last = open.at(-1)
        if (last) last.text += text
      },
      onclosetag(name, isImplied) {
        const isClosed = !isImplied || document.slice(parser.endIndex - 1, parser.endIndex + 1) === '/>'
        if (open.pop()?.name !== localOf(name) || !isClosed) isWhole = false
      },
    },
    { xmlMode: true },
  )
  parser.end(document)
  const [first, ...others] = root.children
  return isWhole && first && others.length === 0 && root.text.trim() === '' ? first : null
}

const localOf = (name: string) => name.slice(name.indexOf(':') + 1)

export const childrenOf = ({ children }: XmlElement, name: string): XmlElement[] =>
  children.filter((child) => child.name === name)

/** Text of the first child of that name; undefined without one, or if it is empty. */
export const textIn = (element: XmlElement, name: string): string | undefined =>
  childrenOf(element, name)[0]?.text.trim() || undefined

/** What an element is written of: a text, or elements in their order. Null and undefined are left out. */
export type XmlContent = string | number | readonly XmlNode[]
export type XmlNode = readonly [
  name: string,
  content: XmlContent | null | undefined,
  attributes?: Readonly<Record<string, string>>,
]

export function writeXml([name, content, attributes = {}]: XmlNode): string {
  if (content === null || content === undefined) return ''
  const named = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(value)}"`)
  const inner = typeof content === 'object' ? content.map(writeXml).join('') : escape(String(content))
  return `<${name}${named.join('')}>${inner}</${name}>`
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Control characters, which XML cannot have, become spaces. */
const escape = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '')
    .replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, ' ')
