/**
 * Data of any structure as one short text for the browser. The router's own format has an entry per value and per
 * reference, nearly twice as long. For lists of similar objects, `pack` is shorter.
 *
 * Values are separated by `|`. `:a,b,` is an object with these keys, and `{2` one with the same keys as the third such
 * object. `[4` is a list of four. Their contents follow. `#12` is a number, `+` true, `-` false, `!` null, `=3` the
 * fourth text again, `@2` the third object or list again (the same reference), `?0` the first of the `others`. Anything
 * else is a text; one that begins with such a mark is preceded by `'`. In texts and keys `~1` is a tilde, `~2` a bar,
 * `~3` a comma.
 */
export interface Compact<T> {
  text: string
  /** Values only the router can serialise: promises, dates, undefined. */
  others: readonly unknown[]
  /** The original data while it stays in the process: symbols are not serialised. */
  [original]?: T
}

const original = Symbol('original')

const marks = /^[':{[#+\-!=?@]/

/** Shorter texts are written out: a reference would be as long. */
const leastRepeated = 4

/** Encodes data compactly. Properties that are undefined are left out. */
export function compact<T>(data: T): Compact<T> {
  const keys = new Map<string, number>()
  const texts = new Map<string, number>()
  const held = new Map<object, number>()
  const others: unknown[] = []
  const fields: string[] = []
  const isRepeated = (value: object): boolean => {
    const known = held.get(value)
    if (known === undefined) held.set(value, held.size)
    else fields.push(`@${known}`)
    return known !== undefined
  }
  const put = (value: unknown): void => {
    if (typeof value === 'string') fields.push(textField(value, texts))
    else if (typeof value === 'number') fields.push(`#${value}`)
    else if (typeof value === 'boolean') fields.push(value ? '+' : '-')
    else if (value === null) fields.push('!')
    else if (Array.isArray(value)) {
      if (isRepeated(value)) return
      fields.push(`[${value.length}`)
      for (const one of value) put(one)
    } else if (isPlain(value)) {
      if (isRepeated(value)) return
      fields.push(keysField(value, keys))
      for (const name in value) if (value[name] !== undefined) put(value[name])
    } else {
      const known = others.indexOf(value)
      fields.push(`?${known === -1 ? others.push(value) - 1 : known}`)
    }
  }
  put(data)
  return { text: fields.join('|'), others, [original]: data }
}

/** Decodes compact data. Returns the original object if it never left the process. */
export function expand<T>(compacted: Compact<T>): T {
  if (original in compacted) return compacted[original] as T
  const { text, others } = compacted
  const fields = text.split('|')
  const keys: string[][] = []
  const texts: string[] = []
  const held: object[] = []
  let at = 0
  const thing = (names: readonly string[]) => {
    const made: Record<string, unknown> = {}
    held.push(made)
    for (const name of names) made[name] = take()
    return made
  }
  const list = (length: number) => {
    const made: unknown[] = []
    held.push(made)
    while (made.length < length) made.push(take())
    return made
  }
  const take = (): unknown => {
    const field = fields[at++] ?? ''
    const rest = field.slice(1)
    switch (field[0]) {
      case ':': {
        const names = rest.split(',').slice(0, -1).map(plain)
        keys.push(names)
        return thing(names)
      }
      case '{':
        return thing(keys[Number(rest)] ?? [])
      case '[':
        return list(Number(rest))
      case '#':
        return Number(rest)
      case '+':
        return true
      case '-':
        return false
      case '!':
        return null
      case '=':
        return texts[Number(rest)]
      case '@':
        return held[Number(rest)]
      case '?':
        return others[Number(rest)]
      default: {
        const said = plain(field.startsWith("'") ? rest : field)
        if (said.length >= leastRepeated) texts.push(said)
        return said
      }
    }
  }
  return take() as T
}

function textField(text: string, texts: Map<string, number>): string {
  if (text.length >= leastRepeated) {
    const known = texts.get(text)
    if (known !== undefined) return `=${known}`
    texts.set(text, texts.size)
  }
  return marks.test(text) ? `'${escaped(text)}` : escaped(text)
}

function keysField(thing: Record<string, unknown>, keys: Map<string, number>): string {
  let names = ':'
  for (const name in thing)
    if (thing[name] !== undefined)
      names += `${name.includes(',') ? escaped(name).replaceAll(',', '~3') : escaped(name)},`
  const known = keys.get(names)
  if (known !== undefined) return `{${known}`
  keys.set(names, keys.size)
  return names
}

const escaped = (text: string) =>
  text.includes('~') || text.includes('|') ? text.replaceAll('~', '~1').replaceAll('|', '~2') : text

const meant: Readonly<Record<string, string>> = { '~1': '~', '~2': '|', '~3': ',' }
const plain = (written: string) => written.replaceAll(/~\d/g, (mark) => meant[mark] ?? mark)

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
