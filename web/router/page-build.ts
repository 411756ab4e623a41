import type {
  ActionFunction,
  createStaticHandler,
  HeadersArgs,
  LoaderFunction,
  MiddlewareFunction,
  RouterContextProvider,
  StaticHandlerContext,
} from 'react-router'
import type { PageAnswer, RouteEntry } from './page-state.ts'
import type { RouteModule } from './route-module.ts'

interface ServerModule {
  loader?: LoaderFunction
  action?: ActionFunction
  middleware?: MiddlewareFunction[]
  headers?: (args: HeadersArgs) => Headers | HeadersInit
}

export interface BuiltRoute {
  id: string
  parentId?: string
  path?: string
  index?: boolean
  file: string
  module: RouteModule & ServerModule
}

interface ScriptFile {
  module: string
  imports: readonly string[]
}

export interface BrowserFiles {
  version: string
  /** The sheet of all pages; in development, scripts add their own. */
  style?: string
  entry: ScriptFile
  /** The script of each page, by the page's file. */
  pages: Readonly<Record<string, ScriptFile>>
}

export interface PageToRender {
  request: Request
  status: number
  headers: Headers
  context: RouterContextProvider
  staticContext: StaticHandlerContext
  dataRoutes: ReturnType<typeof createStaticHandler>['dataRoutes']
  routes: readonly RouteEntry[]
  files: BrowserFiles
}

/** What the bundle of pages gives the server (`app/entry.server.tsx`). */
export interface PageEntry {
  default: (page: PageToRender) => Promise<Response>
  sendData: (
    answer: PageAnswer,
    page: { status: number; headers: Headers; context: RouterContextProvider; request: Request },
  ) => Promise<Response>
  handleError: (error: unknown, args: { request: Request; context: RouterContextProvider }) => void
}

/** The pages as `app/pages-plugin.ts` bundles them for the server. */
export interface PageBuild {
  entry: PageEntry
  routes: readonly BuiltRoute[]
  files: BrowserFiles
}
