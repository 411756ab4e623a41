import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Visit } from './context.ts'
import reset from '#shui/reset.css?inline'
import tokens from '#shui/tokens.css?inline'
import styles from './plain-page.css?inline'

/** What a page says that stands alone. */
export interface PlainPage {
  title: string
  paragraphs: readonly string[]
  /** Where it leads on. */
  link: { href: string; words: string }
  /** Stands between the words and the link. */
  form?: ReactNode
}

/** A page of words and a way on, in place of what is no page: a file, or the answer to a form that was refused. */
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
        {/* The hub's own sheets; as a text React would escape them. */}
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
