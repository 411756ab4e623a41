import {
  createBrowserRouter,
  data,
  redirect,
  redirectDocument,
  replace,
  type DataStrategyFunction,
  type RouteObject,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { readAnswer, type Answered } from './page-answer.ts'
import { allRoutes, dataReader, later, pageDataHeader, type PageState, type RouteEntry } from './page-state.ts'
import { dropPrefetched, prefetchData, preloadScripts, routesAt, takePrefetched } from './prefetch.ts'
import { partsOf, type RouteModule } from './route-module.ts'

export { RouterProvider }

declare global {
  interface Window {
    /**
     * Receives the page's state, then an index and value for each streamed value. `parts` holds what arrived before
     * this script.
     */
    hubPage?: { push: (part: string | [number, string]) => void; parts?: (string | [number, string])[] }
  }
}

type Router = ReturnType<typeof createBrowserRouter>

/**
 * Creates the router of a server-rendered page. @param frame modules of the routes around pages, by id. @param onLostForm
 * called if a form's route cannot be requested; navigates elsewhere
 */
export async function openPage({
  frame,
  onLostForm,
}: {
  frame: Readonly<Record<string, RouteModule>>
  onLostForm: () => void
}): Promise<Router> {
  const { loaderData, actionData, errors, routes, version } = await readState()
  const known = new Set(routes.map(({ id }) => id))
  const modules = await Promise.all(routes.map(async ({ id, module }) => frame[id] ?? load(module)))
  const loadWhole = (): Promise<never> => {
    const { location: to } = router.state.navigation
    location.assign(to ? to.pathname + to.search + to.hash : location.href)
    return new Promise(() => {})
  }
  const routeOf = ({ id, path, index, hasLoader, hasAction, module }: RouteEntry, loaded = frame[id]) => {
    // The scripts of an older build may be gone.
    const lazy = async () =>
      partsOf(await load(module).catch((error) => (navigator.onLine ? loadWhole() : fail(error))))
    return {
      id,
      path,
      index: index || undefined,
      loader: hasLoader && nothing,
      action: hasAction && nothing,
      ...(loaded ? partsOf(loaded) : { lazy }),
    } as RouteObject
  }
  // Each route is the parent of the next.
  const tree = routes.reduceRight<RouteObject[]>((children, entry, at) => {
    const route = routeOf(entry, modules[at])
    return [route.index ? route : { ...route, children }]
  }, [])
  const router = createBrowserRouter(tree, {
    hydrationData: { loaderData, actionData, errors },
    dataStrategy: dataStrategyFor(version),
    patchRoutesOnNavigation: async ({ path, patch, signal }) => {
      const { location: to, formMethod } = router.state.navigation
      if (to && !formMethod) prefetchData(to.pathname + to.search)
      const found = await routesAt(path).catch((error) => (formMethod ? null : fail(error)))
      if (!found) {
        onLostForm()
        // The router forgets this navigation at the next one.
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
      }
      // A revalidation restarts this navigation, and ignores what is patched afterwards.
      if (signal.aborted) return
      // Routes of another build need that build's scripts.
      if (found.version !== null && found.version !== version) await loadWhole()
      preloadScripts(found.routes)
      for (const entry of found.routes) {
        if (known.has(entry.id)) continue
        known.add(entry.id)
        patch(entry.parentId ?? null, [routeOf(entry)])
      }
    },
  })
  return router
}

const nothing = () => null
/** Loads a route's script; routes without a page, such as the targets of forms, have none. */
const load = async (module: string | undefined) =>
  (module === undefined ? {} : await import(/* @vite-ignore */ module)) as RouteModule

function fail(error: unknown): never {
  throw error
}

async function readState(): Promise<PageState> {
  const { read, settle } = dataReader()
  const parts = window.hubPage?.parts ?? []
  const first = later<string>()
  const take = (part: string | [number, string]) => (typeof part === 'string' ? first.resolve(part) : settle(...part))
  window.hubPage = { push: take }
  parts.forEach(take)
  return read(await first.promise) as PageState
}

/** Requests the data of all called routes at once. */
function dataStrategyFor(version: string): DataStrategyFunction {
  return async ({ request, matches }) => {
    const isGet = request.method === 'GET'
    const called = matches.filter(({ route, shouldRevalidateArgs, shouldCallHandler }) => {
      const status = shouldRevalidateArgs?.actionStatus
      return shouldCallHandler(status == null || status < 400) && (isGet ? route.loader : route.action)
    })
    const isAll = called.length === matches.filter(({ route }) => route.loader).length
    const ids = isGet && isAll ? allRoutes : called.map(({ route }) => route.id).join(',')
    let asked: Promise<Answered> | undefined
    const resultOf = async (id: string) => {
      asked ??= ask(request, ids)
      const { answer, status, version: answering } = await asked
      // A page of another build is loaded as a new document.
      if (isGet && answering !== version && request.url !== location.href) throw redirectDocument(request.url)
      if (answer.redirect) throw (answer.redirect.replace ? replace : redirect)(answer.redirect.to)
      if (answer.errors) {
        // After a failure in a parent route, the requested routes have no data.
        const hasData = isGet && Object.hasOwn(answer.loaderData, id)
        const error = answer.errors[id] ?? (hasData ? undefined : Object.values(answer.errors)[0])
        // oxlint-disable-next-line typescript/only-throw-error -- as the router's own
        if (error) throw error
      }
      return isGet ? answer.loaderData[id] : data(answer.actionData?.[id], { status })
    }
    const results = await Promise.all(
      matches.map(async (match) => {
        const { id } = match.route
        const isCalled = called.includes(match)
        if (!isGet && !isCalled) return []
        const result = await match.resolve(async () => (isCalled ? resultOf(id) : undefined))
        return isCalled ? [[id, result] as const] : []
      }),
    )
    return Object.fromEntries(results.flat())
  }
}

async function ask(request: Request, ids: string): Promise<Answered> {
  const { url, method, signal } = request
  const init: RequestInit = { headers: { [pageDataHeader]: ids }, signal, cache: 'no-store' }
  if (method === 'GET') {
    const ahead = ids === allRoutes ? await takePrefetched(url) : null
    return ahead ?? readAnswer(await fetch(url, init))
  }
  dropPrefetched()
  const isFiles = request.headers.get('content-type')?.startsWith('multipart/')
  init.method = method
  init.body = isFiles ? await request.formData() : new URLSearchParams(await request.text())
  return readAnswer(await fetch(url, init))
}
