import { renderToStaticMarkup } from 'react-dom/server'
import { pageRules } from '#features/shipping/printing/page-format.ts'
import { frameHead, frameTail } from '#features/shipping/printing/print-document.server.tsx'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import type { PrintPart } from './print-labels.server.ts'

/** Offers the files of labels that do not fit in one: of two types, or too many. */
export function labelFilesPage({ url, texts, nonce }: SellerArgs, parts: readonly PrintPart[]): Response {
  const { t } = texts
  const title = t('labels.files', { n: parts.length })
  const hrefOf = (nth: number) => {
    const query = new URLSearchParams(url.searchParams)
    query.set('file', String(nth))
    return `${url.pathname}?${query}`
  }
  const head = frameHead({
    texts,
    nonce,
    title,
    rules: pageRules('A4', null),
    styles: '',
    opens: false,
    tools: (
      <>
        <h1>{title}</h1>
        <div className="tools-actions">
          <a href={paths.labels}>{t('labels.list')}</a>
        </div>
      </>
    ),
  })
  const sheet = renderToStaticMarkup(
    <article className="sheet">
      <ol>
        {parts.map(({ type, keys }, index) => (
          <li key={hrefOf(index + 1)}>
            <a href={hrefOf(index + 1)}>
              {t(type === 'application/pdf' ? 'labels.files.pdf' : 'labels.files.zpl', { n: keys.length })}
            </a>
          </li>
        ))}
      </ol>
    </article>,
  )
  return new Response(head + sheet + frameTail(), {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'private, no-store' },
  })
}
