import { renderToStaticMarkup } from 'react-dom/server'
import { pageRules } from '#features/shipping/printing/page-format.ts'
import { printedPage } from '#features/shipping/printing/print-document.server.tsx'
import { readPrintSettings } from '#features/shipping/printing/print-settings-db.server.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { readMonth, shopTexts } from './read-statements.server.ts'
import statementStyles from './statement-sheet.css?inline'
import { monthWords, lineWords } from './statement-words.ts'
import type { PrintSettings } from '#features/shipping/printing/print-settings.ts'
import { SenderLines, SheetFoot, SheetHead } from '#features/shipping/printing/sheet-parts.server.tsx'
import type { Texts } from '#texts/texts.ts'
import type { Statement } from './statement.ts'

export async function printStatement(visit: SellerArgs): Promise<Response> {
  const texts = shopTexts(visit)
  const { t } = texts
  const { month, statements, thisMonth } = await readMonth(visit)
  const { sender, paper } = await visit.read((db) => readPrintSettings(db, visit.seller, texts))
  const at = visit.hub.now()
  const printed = `${texts.moment(at, 'date')}, ${texts.moment(at, 'time')}, ${texts.zoneName(at)}`
  const name = monthWords(month, texts)
  const title = month === thisMonth ? t('statements.soFar', { month: name }) : name
  const sheets = statements.map((statement) =>
    renderToStaticMarkup(
      <StatementSheet key={statement.currency} statement={statement} setting={{ title, sender, printed, texts }} />,
    ),
  )
  return printedPage({
    texts,
    nonce: visit.nonce,
    title: t('statements.name', { month: title }),
    rules: pageRules(paper, null),
    styles: statementStyles,
    back: { href: paths.statement(month), label: t('statements.back') },
    sheets: sheets.join(''),
  })
}

interface StatementSheetProps {
  statement: Statement
  setting: { title: string; sender: PrintSettings['sender']; printed: string; texts: Texts }
}

function StatementSheet({ statement, setting }: StatementSheetProps) {
  const { currency, openingMinor, closingMinor, lines } = statement
  const { title, sender, printed, texts } = setting
  const { t } = texts
  const money = (minor: number) => texts.money({ minor, currency })
  return (
    <article className="sheet filled">
      <SheetHead kind={t('statements.of', { currency })} number={title} />
      <div className="sender">
        <SenderLines sender={sender} texts={texts} />
      </div>
      <table className="statement">
        <thead>
          <tr>
            <th>{t('payments.column.what')}</th>
            <th>{t('payments.column.kind')}</th>
            <th className="figure">{t('word.amount')}</th>
          </tr>
        </thead>
        <tbody>
          <Balance name={t('statements.opening')} amount={money(openingMinor)} />
          {lines.map((line) => (
            <tr key={line.account}>
              <td>{lineWords(line, texts)}</td>
              <td>{t('statements.group', { group: line.group })}</td>
              <td className="figure">{money(line.minor)}</td>
            </tr>
          ))}
          <Balance name={t('statements.closing')} amount={money(closingMinor)} />
        </tbody>
      </table>
      <p className="explained small">{t('statements.hint')}</p>
      <SheetFoot
        left={`${t('statements.name', { month: title })}, ${currency}`}
        right={t('printing.printedAt', { at: printed })}
      />
    </article>
  )
}

function Balance({ name, amount }: { name: string; amount: string }) {
  return (
    <tr className="balance">
      <td colSpan={2}>{name}</td>
      <td className="figure">{amount}</td>
    </tr>
  )
}
