import { renderToStaticMarkup } from 'react-dom/server'
import { parsePurchaseNumber } from '#features/selling/purchases/purchase.ts'
import {
  readWholePurchase,
  type PurchaseLine,
  type PurchaseRow,
} from '#features/selling/purchases/purchases-db.server.ts'
import { expectedText } from '#features/selling/purchasing/purchase-words.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { Texts } from '#texts/texts.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { mayDo } from '#web/roles.ts'
import { pageRules } from './page-format.ts'
import { printedPage } from './print-document.server.tsx'
import { readPrintSettings } from './print-settings-db.server.ts'
import type { PrintSettings } from './print-settings.ts'
import { IsolatedText, SenderLines, SheetFacts, SheetHead } from './sheet-parts.server.tsx'
import sheetStyles from './purchase-sheet.css?inline'

/** The page of an order for its supplier; prices for members who see the shop's money. */
export async function printPurchase(visit: SellerArgs): Promise<Response> {
  const { read, seller, url, texts: reader, nonce } = visit
  const texts = textsFor(reader.locale, seller.timeZone)
  const { t } = texts
  const number = parsePurchaseNumber(url.searchParams.get('order'))
  const found = number && (await read((db) => readWholePurchase(db, seller.id, number)))
  if (!found) throw refuse('not-found')
  const { sender, paper } = await read((db) => readPrintSettings(db, seller, texts))
  const title = `${t('purchases.print.title')} ${number}`
  return printedPage({
    texts,
    nonce,
    title,
    rules: pageRules(paper, null),
    styles: sheetStyles,
    back: { href: paths.purchase(number), label: t('printing.backToOrder') },
    sheets: renderToStaticMarkup(
      <Sheet {...found} sender={sender} texts={texts} seesMoney={mayDo(seller.role, 'money.view')} />,
    ),
  })
}

interface SheetProps {
  purchase: PurchaseRow
  lines: readonly PurchaseLine[]
  sender: PrintSettings['sender']
  texts: Texts
  seesMoney: boolean
}

function Sheet({ purchase, lines, sender, texts, seesMoney }: SheetProps) {
  const { t, number, money } = texts
  const { currency } = purchase
  const goods = lines.reduce((sum, line) => sum + line.ordered_units * (line.price_minor ?? 0), 0)
  return (
    <article className="sheet filled">
      <SheetHead kind={t('purchases.print.title')} number={purchase.po_number} />
      <div className="parties">
        <div className="to">
          <b>
            <IsolatedText text={purchase.supplier_name} />
          </b>
        </div>
        <div className="small">
          <SenderLines sender={sender} texts={texts} />
          <SheetFacts
            facts={[
              [t('purchases.orderedAt'), purchase.ordered_at && texts.moment(purchase.ordered_at, 'date')],
              [t('purchases.expected'), expectedText(purchase.expected_on, texts)],
            ]}
          />
        </div>
      </div>
      <table className="purchase">
        <thead>
          <tr>
            <th>{t('suppliers.code')}</th>
            <th>{t('word.sku')}</th>
            <th>{t('listings.column.title')}</th>
            <th className="figure">{t('word.ordered')}</th>
            {seesMoney ? <th className="figure">{t('word.price')}</th> : null}
            {seesMoney ? <th className="figure">{t('purchases.sum')}</th> : null}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ sku, code, title, ordered_units: units, price_minor: price }) => (
            <tr key={sku}>
              <td>{code}</td>
              <td>{sku}</td>
              <td>
                <IsolatedText text={title} />
              </td>
              <td className="figure">{number(units)}</td>
              {seesMoney ? <td className="figure">{price === null ? '' : money({ minor: price, currency })}</td> : null}
              {seesMoney ? (
                <td className="figure">{price === null ? '' : money({ minor: price * units, currency })}</td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      {seesMoney ? (
        <p className="total">
          {t('purchases.goods')} <b>{money({ minor: goods, currency })}</b>
        </p>
      ) : null}
      {purchase.note === null ? null : (
        <p>
          <IsolatedText text={purchase.note} />
        </p>
      )}
    </article>
  )
}
