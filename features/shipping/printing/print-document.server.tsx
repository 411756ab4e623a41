import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import interLatin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import interLatinExt from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?url'
import type { Texts } from '#texts/texts.ts'
import documentStyles from './print-document.css?inline'

/** The page around the sheets: styles, and tools that are not printed. */
export interface PrintFrame {
  texts: Texts
  nonce: string
  title: string
  /** `@page` rules with size and margins. */
  rules: string
  styles: string
  tools: ReactNode
  /** Whether the print dialog opens on load, once. */
  opens: boolean
}

// Non-Latin scripts use the fonts installed on the printing machine.
const fontRules = [
  [interLatinExt, 'U+0100-02BA,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0,U+2C60-2C7F,U+A720-A7FF'],
  [interLatin, 'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122'],
]
  .map(
    ([url, range]) =>
      `@font-face{font-family:Inter;font-weight:100 900;src:url(${url}) format("woff2");unicode-range:${range}}`,
  )
  .join('')

// Back or a reload does not open the dialog again. `drawn` is set by what draws labels; it is waited for.
const script = `addEventListener('click',e=>{if(e.target.closest('[data-print]'))print()})
if(document.documentElement.dataset.opens&&history.state!=='printed'){history.replaceState('printed','');addEventListener('load',()=>Promise.all([document.fonts.ready,self.drawn]).then(()=>print(),()=>{}))}`

export function frameHead({ texts, nonce, title, rules, styles, tools, opens }: PrintFrame): string {
  const marker = '<!--sheets-->'
  const html = renderToStaticMarkup(
    <html lang={texts.locale} data-opens={opens || undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: fontRules + documentStyles + styles + rules }} />
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
      </head>
      <body>
        <header className="tools">{tools}</header>
        <main dangerouslySetInnerHTML={{ __html: marker }} />
      </body>
    </html>,
  )
  return `<!doctype html>${html.slice(0, html.indexOf(marker))}`
}

/** What follows the sheets: the markup of a script that changes them. */
export const frameTail = (after = '') => `</main>${after}</body></html>`

interface PrintedPage extends Pick<PrintFrame, 'texts' | 'nonce' | 'title' | 'rules' | 'styles'> {
  back: { href: string; label: string }
  /** Markup of the sheets. */
  sheets: string
  /** Whether it is itself printed; a choice of files is not. */
  prints?: boolean
}

/** A page of sheets that is there as a whole, with a way back and a button that prints it. */
export function printedPage({ back, sheets, prints = true, ...frame }: PrintedPage): Response {
  const tools = (
    <>
      <h1>{frame.title}</h1>
      <div className="tools-actions">
        <a href={back.href}>{back.label}</a>
        {prints ? <PrintButton texts={frame.texts} /> : null}
      </div>
    </>
  )
  return new Response(frameHead({ ...frame, tools, opens: false }) + sheets + frameTail(), { headers })
}

export const PrintButton = ({ texts }: { texts: Texts }) => (
  <button type="button" className="primary" data-print="">
    {texts.t('word.print')}
  </button>
)

const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }

interface PageStream {
  /** Checks whether the reader still has access; if not, the stream aborts. */
  mayGoOn: () => Promise<boolean>
  onError: (error: unknown) => void
}

/** Streams a page part by part. Each part is rendered on demand, so memory use stays constant. */
export function streamPage(parts: AsyncGenerator<string, void, undefined>, { mayGoOn, onError }: PageStream): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        if (!(await mayGoOn())) {
          await parts.return()
          return controller.error(new Error('the reader may not have it any more'))
        }
        const { done, value } = await parts.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (error) {
        onError(error)
        // Abort the connection, so that a truncated page does not look complete.
        controller.error(error)
      }
    },
    cancel: () => parts.return().then(() => {}),
  })
  return new Response(body, { headers })
}
