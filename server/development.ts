import { createServer } from 'vite'
import type { ServerBuild } from 'react-router'
import type { PageSource } from './http.ts'

/** Pages from the sources, rebuilt as they change, with hot reload in the browser. */
export async function developmentPages(): Promise<PageSource> {
  const before = process.listeners('SIGTERM')
  const vite = await createServer({ server: { middlewareMode: true } })
  // React Router has a second Vite inside, which would end the process at SIGTERM: the hub has PostgreSQL to stop first.
  for (const listener of process.listeners('SIGTERM')) if (!before.includes(listener)) process.off('SIGTERM', listener)
  return {
    build: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
    development: (request, response, next) => vite.middlewares(request, response, next),
  }
}
