import type { Reason } from './source.ts'
import { HubAway, HubRefusal } from './hub-client.ts'
import { isOfKey } from './or-refusal.ts'
import { noteSource } from './shop-field.ts'
import { Unmapped, type NamedThing } from './source.ts'

/**
 * Maps an order or listing of the shop. If the mapping throws, the result names the shop's field, its value, and the
 * place in the mapping, so that only this one is held back. What the hub refuses of the result is named as in the shop.
 */
export function mapThing<R extends object, T>(named: NamedThing, raw: R, map: (raw: R) => T): T | Unmapped {
  try {
    const thing = map(raw)
    noteSource(thing, raw)
    return thing
  } catch (error) {
    return new Unmapped(named, faultOf(error, lastRead(raw, map)))
  }
}

export async function* mapped<T>(list: AsyncIterable<T | Unmapped>): AsyncGenerator<T> {
  for await (const thing of list) if (!(thing instanceof Unmapped)) yield thing
}

export function faultOf(error: unknown, read: FieldRead | null = null): Reason {
  const detail = error instanceof Error ? error.message : String(error)
  const params = { detail, by: placeOf(error), name: read?.field ?? '', shop: read?.value ?? '' }
  const field = read ? `${read.field} is ${read.value}: ` : ''
  const place = params.by ? ` (${params.by})` : ''
  return {
    code: 'mapping-fails',
    params,
    reason: `It was not sent, because the connector cannot read it: ${field}${detail}${place}. Correct it in the shop, or the mapping, and send it again.`,
  }
}

/** A field of the shop, by its path, and its value as JSON. */
export interface FieldRead {
  field: string
  value: string
}

/** Most characters of a value in a reason. */
const longestValue = 80

/** The field at which a mapping failed: the one whose value the error names, else the last one read. The mapping runs again. */
export function lastRead<R extends object>(raw: R, map: (raw: R) => unknown): FieldRead | null {
  const reads: (FieldRead & { text: string })[] = []
  const watch = <T extends object>(of: T, path: string): T =>
    new Proxy(of, {
      get(target, key): unknown {
        const value: unknown = Reflect.get(target, key)
        if (typeof key !== 'string' || typeof value === 'function' || (Array.isArray(target) && key === 'length'))
          return value
        const field = path === '' ? key : `${path}.${key}`
        const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
        reads.push({ field, text, value: (JSON.stringify(value) ?? 'missing').slice(0, longestValue) })
        return isPlain(value) ? watch(value, field) : value
      },
    })
  try {
    map(watch(raw, ''))
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    const [named] = reads
      .filter(({ text }) => text !== '' && message.includes(text))
      .toSorted((one, other) => other.text.length - one.text.length)
    const found = named ?? reads.at(-1)
    return found ? { field: found.field, value: found.value } : null
  }
  return null
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  (Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null))

/** Where an error arose, outside the kit if possible: `orderOf, mapping.ts:88`. */
function placeOf(error: unknown): string {
  const frames = error instanceof Error ? (error.stack ?? '').split('\n').flatMap((line) => frameOf(line) ?? []) : []
  const own = frames.filter(({ file }) => !/^node:|\/node_modules\//.test(file))
  const found = own.find(({ file }) => !/\/kit\/(?!.*\.test\.)/.test(file)) ?? own[0]
  if (!found) return ''
  return [found.name, `${found.file.split('/').at(-1)}:${found.line}`].filter(Boolean).join(', ')
}

function frameOf(line: string): { name: string; file: string; line: string } | null {
  const [, name = '', file, at] = /^\s*at (?:(\S+) )?(?:async )?\(?(.+?):(\d+):\d+\)?$/.exec(line) ?? []
  return file && at ? { name: name === 'async' ? '' : name, file, line: at } : null
}

/** Whether an error is of the program that reads a thing: neither side is away. */
export const isFault = (error: unknown): boolean =>
  (error instanceof TypeError && error.message !== 'fetch failed') ||
  error instanceof RangeError ||
  error instanceof ReferenceError ||
  error instanceof SyntaxError

/** Whether after an error all else would fail, too: a side or the memory is away, or the key ended. */
const stopsAll = (error: unknown): boolean =>
  error instanceof HubAway ||
  (error instanceof HubRefusal && isOfKey(error.problem)) ||
  (error instanceof Error &&
    (error.name === 'TimeoutError' ||
      error.message === 'fetch failed' ||
      ('code' in error && typeof error.code === 'string' && !(error instanceof HubRefusal))))

/** Runs things one by one so that one that fails holds up no other. */
export interface Isolated {
  /** Resolves with `otherwise` if it fails; throws what stops everything. `name` is for people. */
  run: <T>(name: string, work: () => Promise<T>, otherwise: T) => Promise<T>
  hasFailed: () => boolean
  /** Throws the first failure. */
  end: () => void
}

export function isolated(): Isolated {
  const failures: unknown[] = []
  return {
    async run(name, work, otherwise) {
      try {
        return await work()
      } catch (error) {
        if (stopsAll(error)) throw error
        failures.push(
          error instanceof HubRefusal || !(error instanceof Error) || name === ''
            ? error
            : new Error(`${name}: ${error.message}`, { cause: error }),
        )
        return otherwise
      }
    },
    hasFailed: () => failures.length > 0,
    end() {
      if (failures.length > 0) throw failures[0]
    },
  }
}
