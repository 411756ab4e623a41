import { createServer } from 'vite'
import type { ServerBuild } from '#web/router/server.ts'
import type { PageSource } from './http.ts'

/** Serves pages from source with hot reload. */
export async function developmentPages(): Promise<PageSource> {
  const before = process.listeners('SIGTERM')
  const vite = await createServer({ server: { middlewareMode: true } })
  // React Router's inner Vite exits the process at SIGTERM, but the hub must stop PostgreSQL first.
  for (const listener of process.listeners('SIGTERM')) if (!before.includes(listener)) process.off('SIGTERM', listener)
  return {
    build: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
    development: (request, response, next) => vite.middlewares(request, response, next),
  }
}
