import type { PrintSettings } from '#features/shipping/printing/print-settings.ts'
import { SenderLines, SheetFoot, SheetHead } from '#features/shipping/printing/sheet-parts.server.tsx'
import type { Texts } from '#texts/texts.ts'
import type { Statement } from './statement.ts'
import { lineWords } from './statement-words.ts'

interface StatementSheetProps {
  statement: Statement
  setting: { title: string; sender: PrintSettings['sender']; printed: string; texts: Texts }
}

export function StatementSheet({ statement, setting }: StatementSheetProps) {
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
            <th className="figure">{t('payments.column.amount')}</th>
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
