export interface RouteEntry {
  id: string
  parentId?: string | undefined
  path?: string | undefined
  index?: boolean | undefined
  hasLoader: boolean
  hasAction: boolean
  /** Its script, if it has a page, and the scripts that this one imports. */
  module?: string | undefined
  imports: readonly string[]
}

export function scriptsOf(routes: readonly Pick<RouteEntry, 'module' | 'imports'>[]): string[] {
  return routes.flatMap(({ module, imports }) => (module === undefined ? [] : [module, ...imports]))
}

/**
 * Request header that asks a page's address for its data: the ids of the routes, or `allRoutes`. The answer has it with
 * the version of the build.
 */
export const pageDataHeader = 'x-page-data'
export const allRoutes = '*'
/** Request header that asks a page's address for its routes. */
export const pageRoutesHeader = 'x-page-routes'

/** An error response as the router knows it (`isRouteErrorResponse`). */
export interface ErrorAnswer {
  status: number
  statusText: string
  internal: false
  data: unknown
}

export interface PageAnswer {
  loaderData: Record<string, unknown>
  actionData?: Record<string, unknown> | null
  errors?: Record<string, ErrorAnswer> | null
  redirect?: { to: string; replace: boolean } | null
}

export interface PageState extends PageAnswer {
  routes: readonly RouteEntry[]
  /** Of the build. */
  version: string
}

/**
 * Each is the only key of an object that represents a value JSON lacks. Keys of data that begin with `$` get another
 * `$`.
 */
const waitKey = '$wait'
const dateKey = '$date'
const patternKey = '$pattern'
const numberKey = '$number'

const isMarked = (key: string) => key.startsWith('$')

/** A promise whose value is sent later. */
export interface Wait {
  id: number
  value: Promise<unknown>
}

type OnWait = (promise: Promise<unknown>) => number

/** Writes data as JSON. Promises become numbered waits, which `onWait` gets; they must not reject. */
export function writeData(data: unknown, onWait: OnWait): string {
  return JSON.stringify(encoded(data, onWait))
}

/** Data with markers for what JSON lacks; the same object if it needs none. A replacer would be called for each value. */
function encoded(value: unknown, onWait: OnWait): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return { [numberKey]: String(value) }
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Promise) return { [waitKey]: onWait(value) }
  if (value instanceof Date) return { [dateKey]: encoded(value.getTime(), onWait) }
  if (value instanceof RegExp) return { [patternKey]: [value.source, value.flags] }
  if (value instanceof Map || value instanceof Set) throw new TypeError('a Map or Set would arrive empty')
  if (Array.isArray(value)) {
    const items = value.map((each: unknown) => encoded(each, onWait))
    return items.some((item, at) => item !== value[at]) ? items : value
  }
  let isChanged = false
  const entries = Object.entries(value).map(([key, each]: [string, unknown]) => {
    const item = encoded(each, onWait)
    isChanged ||= item !== each || isMarked(key)
    return [isMarked(key) ? `$${key}` : key, item]
  })
  return isChanged ? Object.fromEntries(entries) : value
}

export function collectWaits(): { waits: Wait[]; onWait: OnWait } {
  const waits: Wait[] = []
  const onWait = (value: Promise<unknown>) => {
    const known = waits.find((wait) => wait.value === value)
    if (known) return known.id
    waits.push({ id: waits.length, value })
    return waits.length - 1
  }
  return { waits, onWait }
}

interface Later<T> {
  promise: Promise<T>
  resolve: (value: T) => void
  reject: (error: unknown) => void
}

/** As `Promise.withResolvers`, which is younger than some supported browsers. */
export function later<T>(): Later<T> {
  let settled: Omit<Later<T>, 'promise'> | undefined
  const promise = new Promise<T>((resolve, reject) => void (settled = { resolve, reject }))
  return { promise, resolve: (value) => settled?.resolve(value), reject: (error) => settled?.reject(error) }
}

/** Reads what `writeData` wrote, and later values. */
export function dataReader() {
  const open = new Map<number, Later<unknown>>()
  const waitOf = (id: number) => {
    const known = open.get(id)
    if (known) return known
    const made = later<unknown>()
    // Failures are shown by who reads the value, which may be nobody.
    made.promise.catch(() => {})
    open.set(id, made)
    return made
  }
  const read = (text: string): unknown =>
    JSON.parse(text, (_, value: unknown) => {
      if (typeof value !== 'object' || value === null || !Object.keys(value).some(isMarked)) return value
      if (waitKey in value) return waitOf(Number(value[waitKey])).promise
      if (patternKey in value) return new RegExp(...(value[patternKey] as [source: string, flags: string]))
      if (dateKey in value) return new Date(value[dateKey] as number)
      if (numberKey in value) return Number(value[numberKey])
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [isMarked(key) ? key.slice(1) : key, each]))
    })
  return {
    read,
    settle: (id: number, text: string) => waitOf(id).resolve(read(text)),
    /** Rejects all values that have not arrived. */
    fail: (error: unknown) => open.forEach(({ reject }) => reject(error)),
  }
}
