import { createServer } from 'vite'
import type { ServerBuild } from 'react-router'
import type { PageSource } from './http.ts'

/** Pages from the sources, rebuilt as they change, with hot reload in the browser. */
export async function developmentPages(): Promise<PageSource> {
  const vite = await createServer({ server: { middlewareMode: true } })
  return {
    build: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
    development: (request, response, next) => vite.middlewares(request, response, next),
  }
}
