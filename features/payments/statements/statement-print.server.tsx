import { renderToStaticMarkup } from 'react-dom/server'
import { pageRules } from '#features/shipping/printing/page-format.ts'
import { frameHead, frameTail } from '#features/shipping/printing/print-document.server.tsx'
import { readPrintSettings } from '#features/shipping/printing/print-settings-db.server.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { readMonth, shopTexts } from './read-statements.server.ts'
import statementStyles from './statement-sheet.css?inline'
import { StatementSheet } from './statement-sheet.server.tsx'
import { monthWords } from './statement-words.ts'

export async function printStatement(visit: SellerArgs): Promise<Response> {
  const texts = shopTexts(visit)
  const { t } = texts
  const { month, statements, thisMonth } = await readMonth(visit)
  const { sender, paper } = await visit.read((db) => readPrintSettings(db, visit.seller, texts))
  const at = visit.hub.now()
  const printed = `${texts.moment(at, 'date')}, ${texts.moment(at, 'time')}, ${texts.zoneName(at)}`
  const name = monthWords(month, texts)
  const title = month === thisMonth ? t('statements.soFar', { month: name }) : name
  const head = frameHead({
    texts,
    nonce: visit.nonce,
    title: t('statements.name', { month: title }),
    rules: pageRules(paper, null),
    styles: statementStyles,
    opens: false,
    tools: (
      <>
        <h1>{t('statements.name', { month: title })}</h1>
        <div className="tools-actions">
          <a href={paths.statement(month)}>{t('statements.back')}</a>
          <button type="button" className="primary" data-print="">
            {t('printing.print')}
          </button>
        </div>
      </>
    ),
  })
  const sheets = statements.map((statement) =>
    renderToStaticMarkup(
      <StatementSheet key={statement.currency} statement={statement} setting={{ title, sender, printed, texts }} />,
    ),
  )
  return new Response(head + sheets.join('') + frameTail, {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
