import type { TestPage } from '#features/people/accounts/testing-browser.ts'
import type { Access } from '#web/guard.server.ts'
import routes from './routes.ts'

interface Route {
  path?: string
  file: string
  children?: Route[]
}

/** A route of the hub and its module. */
export interface TestRoute {
  path: string
  page: TestPage
}

/** Excluded, without buyer data: endless streams, and the frame of sold prices, which needs a build. */
const without = ['/sh/live', '/sh/live/frame', '/sh/product-summary']

/** All URLs that a seller's members read: pages, exports, prints. */
export async function sellersRoutes(): Promise<TestRoute[]> {
  const flat = (all: readonly Route[], above: string): { path: string; file: string }[] =>
    all.flatMap(({ path, file, children = [] }) => {
      const own = path === undefined ? above : `${above}/${path}`
      return [{ path: own, file }, ...flat(children, own)]
    })
  const found = await Promise.all(
    flat(routes as Route[], '')
      .filter(({ path }) => !without.includes(path))
      .map(async ({ path, file }): Promise<TestRoute | null> => {
        const page = (await import(/* @vite-ignore */ new URL(file, import.meta.url).pathname)) as TestPage & {
          loader?: { access?: Access; accessAt?: (path: string) => Access }
        }
        const access = page.loader?.access ?? page.loader?.accessAt?.(path)
        return access === undefined || access === 'public' || access === 'operator' ? null : { path, page }
      }),
  )
  return found.filter((route) => route !== null)
}

/** Reads everything a loader returns, including promises and file bodies. */
export async function readLoaderData(value: unknown): Promise<unknown> {
  const settled: unknown = await value
  if (settled instanceof Response) return settled.text()
  if (Array.isArray(settled)) return Promise.all(settled.map(readLoaderData))
  if (typeof settled !== 'object' || settled === null) return settled
  if (settled instanceof Date) return settled.toISOString()
  if (settled instanceof Map || settled instanceof Set) return readLoaderData([...settled])
  const entries = Object.entries(settled).map(async ([key, each]) => [key, await readLoaderData(each)] as const)
  return Object.fromEntries(await Promise.all(entries))
}
