import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { ShuiProvider } from './context.tsx'
import type { ShuiProviderProps } from './context.tsx'
import type { CookieJar } from './cookie-jar.ts'

/** Server-rendered HTML of `children`, with logged errors. */
export function renderHtml(children: ReactNode, services: ShuiProviderProps = {}): { html: string; errors: string[] } {
  const errors: string[] = []
  const html = renderToStaticMarkup(
    <ShuiProvider logError={(message) => errors.push(message)} {...services}>
      {children}
    </ShuiProvider>,
  )
  return { html: html.replaceAll(/ class="[^"]*"/g, ''), errors }
}

/** In-memory cookies with a write log. */
export function testCookies(
  stored: Record<string, string> = {},
): CookieJar & { all: Map<string, string>; log: string[] } {
  const all = new Map(Object.entries(stored))
  const log: string[] = []
  return {
    all,
    log,
    read: (name) => all.get(name) ?? null,
    write: (name, value, expires) => {
      all.set(name, value)
      log.push(`${name}=${value} ${JSON.stringify(expires)}`)
      return true
    },
  }
}
