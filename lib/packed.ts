import { compact, expand, type Compact } from './compact.ts'

/**
 * A list of similar objects as a short text for the browser: the structure once, then the values. Values equal to the
 * previous object's are omitted, and a text that contains another of the same object refers to it. Fifty rows shrink
 * from 31 to 7 KB.
 *
 * Values are separated by `|`. In them `~1` is a tilde, `~2` a bar, `~0` an empty text, and `~a`, `~b` … the object's
 * first, second … value. An empty value repeats that of the previous object with the same structure. One that begins
 * with `~A`, `~B` … repeats its first four, five … characters.
 */
export interface Packed<T> {
  /** The distinct structures: `0` stands for a text, `1` for a number, everything else for itself. */
  shapes: Compact<readonly Shape[]>
  text: string
  /** The original list while it stays in the process: symbols are not serialised. */
  [original]?: readonly T[]
}

type Shape = null | boolean | string | 0 | 1 | readonly Shape[] | { readonly [name: string]: Shape }

const original = Symbol('original')

/** Texts that name a variant; they are part of the structure. */
const variants = new Set(['kind', 'tone', 'type'])

/** Minimum length of a text to look for in others. */
const leastShared = 8

/** Number of values that can be referenced, one letter each. */
const mostShared = 26
const firstMark = 0x61

/** Minimum common prefix; a reference to a shorter one saves little. */
const leastAlike = 4
const firstAlike = 0x41

/** Packs a list of plain data. Properties that are undefined are left out. */
export function pack<T>(things: readonly T[]): Packed<T> {
  const shapes: { shape: Shape; take: Taker; previous: string[] }[] = []
  const fields: string[] = []
  let lastIndex = -1
  for (const thing of things) {
    let values: string[] = []
    let index = shapes.findIndex(({ take }) => {
      values = []
      return take(thing, values)
    })
    if (index === -1) {
      const shape = shapeOf(thing)
      const take = takerOf(shape)
      values = []
      take(thing, values)
      index = shapes.push({ shape, take, previous: [] }) - 1
    }
    // oxlint-disable-next-line typescript/no-non-null-assertion -- found, or just pushed
    const known = shapes[index]!
    const written = writeAll(values)
    fields.push(lastIndex === index ? '' : String(index))
    written.forEach((value, place) => fields.push(afterPrevious(value, known.previous[place])))
    known.previous = written
    lastIndex = index
  }
  return { shapes: compact(shapes.map(({ shape }) => shape)), text: fields.join('|'), [original]: things }
}

/** Unpacks a list. Returns the original if it never left the process. */
export function unpack<T>({ shapes: structures, text, [original]: things }: Packed<T>): readonly T[] {
  if (things) return things
  const shapes = expand(structures)
  const fields = text === '' && shapes.length === 0 ? [] : text.split('|')
  const previous = shapes.map((): string[] => [])
  const found: T[] = []
  let index = 0
  for (let at = 0; at < fields.length;) {
    if (fields[at] !== '') index = Number(fields[at])
    at += 1
    const [shape, last] = [shapes[index], previous[index]]
    if (shape === undefined || !last) throw new RangeError('packed rows name a shape that was not sent')
    const values: string[] = []
    const next = () => {
      const place = values.length
      const field = fields[at++] ?? ''
      const before = last[place] ?? ''
      const written = field === '' ? before : withBeginning(field, before)
      last[place] = written
      const value = read(written, values)
      values.push(value)
      return value
    }
    found.push(fillShape(shape, next) as T)
  }
  return found
}

/** The encoded value, relative to the previous item's value. */
function afterPrevious(value: string, previous: string | undefined): string {
  if (value === previous) return ''
  if (previous === undefined) return value
  const most = Math.min(value.length, previous.length, leastAlike + mostShared - 1)
  let alike = 0
  while (alike < most && value.charCodeAt(alike) === previous.charCodeAt(alike)) alike += 1
  if (alike > 0 && isFirstHalf(value.charCodeAt(alike - 1))) alike -= 1
  return alike < leastAlike ? value : `~${String.fromCharCode(firstAlike + alike - leastAlike)}${value.slice(alike)}`
}

/** Whether a code is the first half of an escape or a surrogate pair. */
const isFirstHalf = (code: number) => code === 0x7e || (code >= 0xd800 && code <= 0xdbff)

/** Decodes a field that may share a prefix with the previous value. */
function withBeginning(field: string, previous: string): string {
  const alike = field.startsWith('~') ? field.charCodeAt(1) - firstAlike : -1
  return alike >= 0 && alike < mostShared ? previous.slice(0, alike + leastAlike) + field.slice(2) : field
}

function shapeOf(value: unknown): Shape {
  if (typeof value === 'string') return 0
  if (typeof value === 'number') return 1
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return value === true ? true : value === false ? false : null
  const shape: Record<string, Shape> = {}
  for (const [name, held] of inOrder(value)) {
    if (held === undefined) continue
    shape[name] = variants.has(name) && typeof held === 'string' ? held : shapeOf(held)
  }
  return shape
}

/** Collects the values of an item if it has this structure; otherwise returns false. */
type Taker = (value: unknown, values: string[]) => boolean

/** A fast matcher for a known structure: most items repeat an earlier one and are traversed once. */
function takerOf(shape: Shape): Taker {
  if (shape === 0) return (value, values) => typeof value === 'string' && values.push(value) > 0
  if (shape === 1) return (value, values) => typeof value === 'number' && values.push(String(value)) > 0
  if (Array.isArray(shape)) {
    const takers = shape.map(takerOf)
    return (value, values) =>
      Array.isArray(value) && value.length === takers.length && takers.every((take, at) => take(value[at], values))
  }
  if (typeof shape !== 'object' || shape === null) return (value) => value === shape
  const takers = Object.entries(shape).map(([name, held]) => ({ name, take: takerOf(held) }))
  return (value, values) => {
    if (!isThing(value) || definedIn(value) !== takers.length) return false
    for (const { name, take } of takers) if (!take(value[name], values)) return false
    return true
  }
}

const isThing = (value: unknown): value is Record<string, unknown> => isComposite(value) && !Array.isArray(value)

function definedIn(thing: Record<string, unknown>): number {
  let count = 0
  for (const name in thing) if (thing[name] !== undefined) count += 1
  return count
}

/**
 * Orders properties so that referenced texts come first: texts contained in others, such as an order number in its
 * row's links, then nested objects, then remaining texts.
 */
function inOrder(thing: object): [name: string, value: unknown][] {
  const entries = Object.entries(thing)
  const held = entries.filter(([, value]) => isComposite(value)).flatMap(([, value]) => textsIn(value))
  const rank = ([, value]: [string, unknown]) => {
    if (isComposite(value)) return 1
    return typeof value === 'string' && value.length >= leastShared && held.some((one) => one.includes(value)) ? 0 : 2
  }
  return entries.toSorted((a, b) => rank(a) - rank(b))
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return isComposite(value) ? Object.values(value).flatMap(textsIn) : []
}

const isComposite = (value: unknown) => typeof value === 'object' && value !== null

function fillShape(shape: Shape, next: () => string): unknown {
  if (shape === 0) return next()
  if (shape === 1) return Number(next())
  if (Array.isArray(shape)) return shape.map((one: Shape) => fillShape(one, next))
  if (typeof shape !== 'object' || shape === null) return shape
  const thing: Record<string, unknown> = {}
  for (const [name, held] of Object.entries(shape)) thing[name] = fillShape(held, next)
  return thing
}

function writeAll(values: readonly string[]): string[] {
  const shared: { value: string; mark: string }[] = []
  const write = (text: string, from: number): string => {
    for (let other = text.length < leastShared ? shared.length : from; other < shared.length; other += 1) {
      // oxlint-disable-next-line typescript/no-non-null-assertion -- index below length; a copy would cost too much for thousands of values
      const { value, mark } = shared[other]!
      const at = text.indexOf(value)
      if (at !== -1) return write(text.slice(0, at), other + 1) + mark + write(text.slice(at + value.length), other)
    }
    return text.includes('~') || text.includes('|') ? text.replaceAll('~', '~1').replaceAll('|', '~2') : text
  }
  return values.map((value, place) => {
    const written = value === '' ? '~0' : write(value, 0)
    if (value.length >= leastShared && place < mostShared)
      shared.push({ value, mark: `~${String.fromCodePoint(firstMark + place)}` })
    return written
  })
}

const read = (written: string, values: readonly string[]) =>
  written.replaceAll(/~(.)/g, (_, mark: string) => {
    if (mark === '0') return ''
    if (mark === '1') return '~'
    return mark === '2' ? '|' : (values[mark.charCodeAt(0) - firstMark] ?? '')
  })
