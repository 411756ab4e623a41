import { renderToStaticMarkup } from 'react-dom/server'
import type { PickLine } from './pick-list.ts'
import { Bars, IsolatedText, SheetFoot, SheetHead, TickCell } from './sheet-parts.server.tsx'
import { ItemName, type SheetSetting } from './slip.server.tsx'

const rowsAPart = 100

interface PickListArgs {
  lines: readonly PickLine[]
  orders: number
  setting: SheetSetting
}

export function* pickListParts({ lines, orders, setting }: PickListArgs): Generator<string, void, undefined> {
  const { texts, printed, barcode } = setting
  const { t } = texts
  const units = lines.reduce((sum, line) => sum + line.units, 0)
  const rows = '<!--rows-->'
  const frame = renderToStaticMarkup(
    <article className="sheet picks">
      <SheetHead
        kind={t('orders.unprinted.pick-list')}
        number={t('printing.picks.sum', { orders, units })}
        note={t('printing.picks.lines', { n: lines.length })}
      />
      <table>
        <thead>
          <tr>
            <th>
              <span className="hidden">{t('printing.packed')}</span>
            </th>
            <th className="bin">{t('bulkEdit.field.bin')}</th>
            <th>{t('word.item')}</th>
            <th className="row-code">
              <span className="hidden">{t('printing.barcode')}</span>
            </th>
            <th className="figure take">{t('printing.take')}</th>
            <th className="figure order">{t('printing.forOrder')}</th>
          </tr>
        </thead>
        <tbody dangerouslySetInnerHTML={{ __html: rows }} />
      </table>
      <SheetFoot left={t('printing.picks.by')} right={t('printing.printedAt', { at: printed })} />
    </article>,
  )
  const [before = '', after = ''] = frame.split(rows)
  yield before
  for (let index = 0; index < lines.length; index += rowsAPart)
    yield renderToStaticMarkup(
      lines.slice(index, index + rowsAPart).map((line, row) => (
        // oxlint-disable-next-line react/no-array-index-key -- a product without a SKU has no key of its own
        <tr key={row}>
          <TickCell />
          <td className="strong bin">
            <IsolatedText text={line.bin ?? ''} />
          </td>
          <td>
            <ItemName line={line} />
          </td>
          <td className="row-code">{line.sku === null ? null : <Bars markup={barcode(line.sku)} />}</td>
          <td className="figure take strong">{texts.number(line.units)}</td>
          <td className="figure small order">
            {line.orders.map(({ number, units: own }) => (
              <div key={number}>
                {line.orders.length > 1 ? `${texts.number(own)} × ` : ''}
                {number}
              </div>
            ))}
          </td>
        </tr>
      )),
    )
  yield after
}
