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
import { TextsProvider, useTexts } from '#texts/context.tsx'
import type { TextKey } from '#texts/texts.ts'
import { contentOnly } from './product-summary.ts'
import frameStyles from './summary-frame.css?inline'
import type { ListingSummary } from './summary-view.ts'
import { NewWindowLabel, Text } from '#shui/text/text.tsx'
import type { TextModel } from '#shui/text/text-model.ts'

interface SummaryContentProps {
  summary: ListingSummary
  /** Whether a listing or product was requested, known or not. */
  isAsked: boolean
}

/** The frame's content. Class names are from `summary-frame.css`, since the frame is a separate document. */
export function SummaryContent({ summary, isAsked }: SummaryContentProps) {
  const { t } = useTexts()
  return (
    <>
      <h1 id="title" tabIndex={-1}>
        <VisuallyHidden>{t('summary.title')}</VisuallyHidden>
      </h1>
      {/* Without a request there are no figures. */}
      {isAsked ? (
        <dl>
          <Figure label={t('summary.typical')} text={summary.displayPrice} name="price" />
          <Figure label={t('summary.range')} text={summary.additionalPrice} />
          <Figure label={t('insights.shipping')} text={summary.logisticsCost} />
        </dl>
      ) : null}
      <p className="banner">
        <Text text={summary.bannerStatus} />
      </p>
      {summary.epid ? <InsightsLink epid={summary.epid} /> : null}
    </>
  )
}

function Figure({ label, text, name }: { label: string; text: TextModel; name?: string }) {
  return (
    <div className={name}>
      <dt>{label}</dt>
      <dd>
        <Text text={text} />
      </dd>
    </div>
  )
}

/** Asks the parent to open the insights; without script or frame, a link. */
function InsightsLink({ epid }: { epid: string }) {
  const { t } = useTexts()
  return (
    <a className="insights" href={paths.productInsights(epid)} target="_blank" rel="noopener" data-insights="">
      {t('insights.title')}
      <span data-new-window="">
        <NewWindowLabel />
      </span>
    </a>
  )
}

export function SummaryProblem({ text, link }: { text: string; link?: { text: string; url: string } }) {
  const { t } = useTexts()
  return (
    <>
      <h1 id="title" tabIndex={-1}>
        <VisuallyHidden>{t('summary.title')}</VisuallyHidden>
      </h1>
      <p className="banner">{text}</p>
      {link ? (
        <a className="insights" href={link.url} target="_blank" rel="noopener">
          {link.text}
          <NewWindowLabel />
        </a>
      ) : null}
    </>
  )
}

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
