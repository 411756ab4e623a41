import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Visit } from './context.ts'
import reset from '#shui/reset.css?inline'
import tokens from '#shui/tokens.css?inline'
import styles from './plain-page.css?inline'

export interface PlainPage {
  title: string
  paragraphs: readonly string[]
  link: { href: string; words: string }
  /** Between text and link. */
  form?: ReactNode
}

/** A standalone page with a text and a link, instead of a file or as the response to a refused form. */
export function plainPage(
  { texts, nonce, signedIn }: Pick<Visit, 'texts' | 'nonce' | 'signedIn'>,
  { title, paragraphs, link, form }: PlainPage,
  { status, headers }: { status: number; headers?: Record<string, string> },
): Response {
  const html = renderToStaticMarkup(
    <html lang={texts.locale} data-theme={signedIn?.member.preferences.theme ?? 'auto'}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        {/* The hub's own style sheets; React would escape them as text. */}
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: tokens + reset + styles }} />
      </head>
      <body>
        <main>
          <h1>{title}</h1>
          {paragraphs.map((words) => (
            <p key={words}>{words}</p>
          ))}
          {form}
          <p>
            <a href={link.href}>{link.words}</a>
          </p>
        </main>
      </body>
    </html>,
  )
  return new Response(`<!doctype html>${html}`, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers },
  })
}
