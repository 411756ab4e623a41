import { createServer } from 'vite'
import type { PageBuild } from '#web/router/page-build.ts'
import type { PageSource } from './http.ts'

/** Serves pages from source; a changed file reloads the page. */
export async function developmentPages(): Promise<PageSource> {
  const vite = await createServer({ server: { middlewareMode: true } })
  return {
    build: () => vite.ssrLoadModule('virtual:pages') as Promise<PageBuild>,
    development: (request, response, next) => vite.middlewares(request, response, next),
  }
}
