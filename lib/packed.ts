/**
 * A list of similar things as a short text, for the way into the browser: their names and structure once, then their
 * values. What a thing says as the one before says nothing, and a text that holds another one of the same thing refers to
 * it. Fifty rows of a list become 7 KB of 31.
 *
 * Values are separated by `|`. In them `~1` is a tilde, `~2` a bar, `~0` an empty text, and `~a`, `~b` … the thing's first,
 * second … value. An empty value is that of the thing before with the same structure.
 */
export interface Packed<T> {
  /** The structures that there are: `0` stands for a text, `1` for a number, everything else for itself. */
  shapes: readonly Shape[]
  text: string
  /** The list itself where it has not left the process: a symbol is not sent. */
  [original]?: readonly T[]
}

type Shape = null | boolean | string | 0 | 1 | readonly Shape[] | { readonly [name: string]: Shape }

const original = Symbol('original')

/** Texts that name a variant and not a thing: part of the structure. */
const variants = new Set(['kind', 'tone'])

/** Shorter texts are not looked for in others. */
const leastShared = 8

/** How many values others can refer to: one letter each. */
const mostShared = 26
const firstMark = 'a'.codePointAt(0)!

/** Packs a list of plain data. A property that is undefined is left out. */
export function pack<T>(things: readonly T[]): Packed<T> {
  const shapes = new Map<string, { index: number; previous: string[] }>()
  const fields: string[] = []
  let lastShape = ''
  for (const thing of things) {
    const values: string[] = []
    const form = JSON.stringify(shapeOf(thing, values))
    let shape = shapes.get(form)
    if (!shape) shapes.set(form, (shape = { index: shapes.size, previous: [] }))
    const { previous } = shape
    const written = values.map((value, place) => write(value, place, values))
    fields.push(lastShape === form ? '' : String(shape.index))
    for (const [place, value] of written.entries()) fields.push(previous[place] === value ? '' : value)
    shape.previous = written
    lastShape = form
  }
  return {
    shapes: Array.from(shapes.keys(), (form) => JSON.parse(form) as Shape),
    text: fields.join('|'),
    [original]: things,
  }
}

/** The list that was packed; the very same where it has not left the process. */
export function unpack<T>({ shapes, text, [original]: things }: Packed<T>): readonly T[] {
  if (things) return things
  const fields = text === '' && shapes.length === 0 ? [] : text.split('|')
  const previous = shapes.map((): string[] => [])
  const found: T[] = []
  let index = 0
  for (let at = 0; at < fields.length;) {
    if (fields[at] !== '') index = Number(fields[at])
    at += 1
    const last = previous[index]!
    const values: string[] = []
    const next = () => {
      const place = values.length
      const field = fields[at++]
      const written = field === '' ? last[place]! : field!
      last[place] = written
      values.push(read(written, values))
      return values[place]!
    }
    found.push(fillShape(shapes[index]!, next) as T)
  }
  return found
}

/** What a thing is made of, with its values put aside. */
function shapeOf(value: unknown, values: string[]): Shape {
  if (typeof value === 'string') {
    values.push(value)
    return 0
  }
  if (typeof value === 'number') {
    values.push(String(value))
    return 1
  }
  if (Array.isArray(value)) return value.map((one) => shapeOf(one, values))
  if (typeof value !== 'object' || value === null) return value === true ? true : value === false ? false : null
  const shape: Record<string, Shape> = {}
  for (const [name, held] of inOrder(value)) {
    if (held === undefined) continue
    shape[name] = variants.has(name) && typeof held === 'string' ? held : shapeOf(held, values)
  }
  return shape
}

/** What holds others comes first: texts beside it may refer to what it holds. */
function inOrder(thing: object): [name: string, value: unknown][] {
  const entries = Object.entries(thing)
  return [...entries.filter(([, value]) => isComposite(value)), ...entries.filter(([, value]) => !isComposite(value))]
}

const isComposite = (value: unknown) => typeof value === 'object' && value !== null

function fillShape(shape: Shape, next: () => string): unknown {
  if (shape === 0) return next()
  if (shape === 1) return Number(next())
  if (Array.isArray(shape)) return shape.map((one: Shape) => fillShape(one, next))
  if (typeof shape !== 'object' || shape === null) return shape
  const thing: Record<string, unknown> = {}
  for (const [name, held] of inOrder(shape)) thing[name] = fillShape(held as Shape, next)
  return thing
}

/** A value as it stands in the text; `values` are the thing's own up to this one. */
function write(value: string, place: number, values: readonly string[]): string {
  if (value === '') return '~0'
  const refer = (text: string, from: number): string => {
    for (let other = from; other < place && other < mostShared; other += 1) {
      const shared = values[other]!
      const at = shared.length < leastShared ? -1 : text.indexOf(shared)
      if (at === -1) continue
      const mark = `~${String.fromCodePoint(firstMark + other)}`
      return refer(text.slice(0, at), other + 1) + mark + refer(text.slice(at + shared.length), other)
    }
    return text.replaceAll('~', '~1').replaceAll('|', '~2')
  }
  return refer(value, 0)
}

const read = (written: string, values: readonly string[]) =>
  written.replaceAll(/~(.)/g, (_, mark: string) => {
    if (mark === '0') return ''
    if (mark === '1') return '~'
    return mark === '2' ? '|' : values[mark.codePointAt(0)! - firstMark]!
  })
