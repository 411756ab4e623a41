import interLatin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Visit } from '#web/context.ts'
import { paths, serverPaths } from '#web/paths.ts'
import { accentStyle } from '#web/accent-style.server.ts'
import { trackingWanted } from '#web/site-speed/tracking-wanted.ts'
import script from 'virtual:product-summary-script'
import { ShuiProvider } from '#shui/context.tsx'
import iconStyles from '#shui/icon/icon.module.css?inline'
import reset from '#shui/reset.css?inline'
import textStyles from '#shui/text/text.module.css?inline'
import { VisuallyHidden } from '#shui/text/visually-hidden.tsx'
import tokens from '#shui/tokens.css?inline'
import { TextsProvider } from '#texts/context.tsx'
import type { TextKey } from '#texts/texts.ts'
import { contentOnly } from './product-summary.ts'
import { SummaryContent, SummaryProblem } from './summary-content.tsx'
import frameStyles from './summary-frame.css?inline'
import type { ListingSummary } from './summary-view.ts'

declare module '#web/hub.ts' {
  interface HubConfig {
    /** Other origins whose pages may frame the product summary and exchange messages with it. */
    productSummaryParents: string[]
  }
}

type DocumentVisit = Pick<Visit, 'hub' | 'nonce' | 'texts' | 'signedIn'> & { request: Request }

/**
 * The complete framed page, rendered on the server with inline styles and script, so that it is one response. Its
 * content is a section; `main` belongs to the parent.
 */
export function summaryPage(visit: DocumentVisit, summary: ListingSummary, isAsked: boolean): Response {
  const { productSummaryParents } = visit.hub.config
  const content = (
    <section
      aria-labelledby="title"
      data-parents={productSummaryParents.join(' ')}
      data-summary={JSON.stringify(summary)}
    >
      <SummaryContent summary={summary} isAsked={isAsked} />
    </section>
  )
  return page(visit, content, 200)
}

type Problem = 'signed-out' | 'refused' | 'unknown' | 'unknown-condition'

/** Shows why there is no summary. Still handles messages: the parent's next change may fix it. */
export function problemPage(visit: DocumentVisit, problem: Problem): Response {
  const { t } = visit.texts
  const text: Record<Problem, TextKey> = {
    'signed-out': 'summary.signedOut',
    refused: 'summary.refused',
    unknown: 'summary.unknown',
    'unknown-condition': 'summary.unknownCondition',
  }
  const status = { 'signed-out': 401, refused: 403, unknown: 404, 'unknown-condition': 400 }[problem]
  const link = problem === 'signed-out' ? { text: t('word.signIn'), url: paths.signIn } : undefined
  return page(
    visit,
    <section aria-labelledby="title" data-parents={visit.hub.config.productSummaryParents.join(' ')}>
      <SummaryProblem text={t(text[problem])} link={link} />
    </section>,
    status,
  )
}

/** Inside the hub the font is already cached; elsewhere it would add 50 KB. */
function fontFor(request: Request): string {
  if (request.headers.get('sec-fetch-site') !== 'same-origin') return ''
  return `@font-face{font-family:'Inter Variable';font-weight:100 900;src:url(${interLatin}) format('woff2-variations')}`
}

/** The whole page, or its content alone for the page's own script. */
function page({ hub, nonce, texts, signedIn, request }: DocumentVisit, content: ReactNode, status: number): Response {
  const body = (
    <TextsProvider value={texts}>
      <ShuiProvider labels={{ newWindow: texts.t('common.newWindow') }} locale={texts.locale}>
        {content}
      </ShuiProvider>
    </TextsProvider>
  )
  const headers = { 'Content-Type': 'text/html; charset=utf-8', Vary: `${contentOnly}, Sec-Fetch-Site` }
  if (request.headers.has(contentOnly)) return new Response(renderToStaticMarkup(body), { status, headers })
  const brand = accentStyle(hub.config.brand) ?? ''
  const html = renderToStaticMarkup(
    <html
      lang={texts.locale}
      data-theme={signedIn?.member.preferences.theme ?? 'auto'}
      data-tracking={trackingWanted(hub.config, request.headers) === undefined ? undefined : serverPaths.track}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{texts.t('summary.title')}</title>
        <link rel="icon" href="data:," />
        <style
          nonce={nonce}
          dangerouslySetInnerHTML={{
            __html: fontFor(request) + tokens + reset + textStyles + iconStyles + frameStyles + brand,
          }}
        />
      </head>
      <body>
        {body}
        {/* Outside the content, which the script replaces and announces here. */}
        <VisuallyHidden>
          <span role="status" data-updated={texts.t('grid.updated')} />
        </VisuallyHidden>
        <script type="module" nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
      </body>
    </html>,
  )
  return new Response(`<!doctype html>${html}`, { status, headers })
}
