import { renderToStaticMarkup } from 'react-dom/server'
import { pageRules } from '#features/shipping/printing/page-format.ts'
import { printedPage } from '#features/shipping/printing/print-document.server.tsx'
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
  return printedPage({
    texts,
    nonce,
    title,
    rules: pageRules('A4', null),
    styles: '',
    back: { href: paths.labels, label: t('labels.list') },
    sheets: sheet,
    prints: false,
  })
}
