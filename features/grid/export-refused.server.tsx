import { renderToStaticMarkup } from 'react-dom/server'
import type { Visit } from '#web/context.ts'
import reset from '#shui/reset.css?inline'
import tokens from '#shui/tokens.css?inline'
import styles from './export-refused.css?inline'

/** Seconds after which one of the running exports has probably ended. */
const retryAfterSeconds = 30

/** The page in place of a file where too many exports run already: why, and what to do. `list` leads back to the rows. */
export function exportRefused(
  { texts, nonce, signedIn }: Pick<Visit, 'texts' | 'nonce' | 'signedIn'>,
  { reason, list }: { reason: 'member' | 'hub'; list: string },
): Response {
  const { t } = texts
  const html = renderToStaticMarkup(
    <html lang={texts.locale} data-theme={signedIn?.member.theme ?? 'auto'}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{t('grid.exportRefused.title')}</title>
        <link rel="icon" href="data:," />
        {/* The hub's own sheets; as a text React would escape them. */}
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: tokens + reset + styles }} />
      </head>
      <body>
        <main>
          <h1>{t('grid.exportRefused.title')}</h1>
          <p>{t(reason === 'member' ? 'grid.exportRefused.member' : 'grid.exportRefused.hub')}</p>
          <p>
            <a href={list}>{t('grid.exportRefused.back')}</a>
          </p>
        </main>
      </body>
    </html>,
  )
  return new Response(`<!doctype html>${html}`, {
    status: reason === 'member' ? 429 : 503,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Retry-After': String(retryAfterSeconds) },
  })
}
