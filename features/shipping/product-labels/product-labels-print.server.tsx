import { renderToStaticMarkup } from 'react-dom/server'
import { textsFor } from '#texts/catalogues.server.ts'
import type { Texts } from '#texts/texts.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import { redirect } from '#web/router/router.ts'
import { loadBarcodes, type DrawBarcode } from '../printing/barcode.server.ts'
import labelStyles from '../printing/label.css?inline'
import { labelRules } from '../printing/label.server.tsx'
import { printedPage } from '../printing/print-document.server.tsx'
import { Bars } from '../printing/sheet-parts.server.tsx'
import sheetStyles from './product-label-sheet.css?inline'
import { productCode, readAskedLabels, type AskedLabels } from './product-label.ts'
import { idsOfStock, readLabelledProducts, type LabelledProduct } from './product-labels-db.server.ts'

/** The sheets of labels, or the form again with what is wrong. */
export async function printProductLabels(visit: SellerArgs): Promise<Response> {
  const { read, seller, url, nonce } = visit
  const asked = readAskedLabels(url.searchParams)
  const form = `${paths.productLabels}${url.search}`
  if ('wrong' in asked) return redirect(form)
  if (!mayDo(seller.role, 'amounts.view')) asked.shown.delete('price')
  const texts = textsFor(visit.texts.locale, seller.timeZone)
  const products = await read(async (db) =>
    readLabelledProducts(db, seller.id, await idsOfStock(db, seller.id, [...asked.units.keys()])),
  )
  const draw = await loadBarcodes()
  const title = texts.t('printing.products.printed', { n: [...asked.units.values()].reduce((sum, n) => sum + n, 0) })
  return printedPage({
    texts,
    nonce,
    title,
    rules: labelRules(asked.format),
    styles: labelStyles + sheetStyles,
    back: { href: form, label: texts.t('printing.products.change') },
    sheets: sheetsOf(products, asked, { draw, texts }),
  })
}

interface Drawn {
  draw: DrawBarcode
  texts: Texts
}

/** Sheets with as many labels of each SKU as asked for, after the used places of the first. */
function sheetsOf(products: readonly LabelledProduct[], asked: AskedLabels, drawn: Drawn): string {
  const { columns, rows } = asked.format
  const labels = products.flatMap((product) => {
    const label = renderToStaticMarkup(<ProductLabel product={product} asked={asked} {...drawn} />)
    return Array.from({ length: asked.units.get(product.number) ?? 0 }, () => label)
  })
  const places = [...Array.from({ length: asked.used }, () => '<div></div>'), ...labels]
  const sheets: string[] = []
  for (let at = 0; at < places.length; at += columns * rows)
    sheets.push(`<article class="sheet label-sheet">${places.slice(at, at + columns * rows).join('')}</article>`)
  return sheets.join('')
}

function ProductLabel({ product, asked, draw, texts }: Drawn & { product: LabelledProduct; asked: AskedLabels }) {
  const code = productCode(product, asked.code)
  const markup = draw(code.text, code.symbology)
  const { title, variation, sku, bin, priceMinor, currency } = product
  const price = asked.shown.has('price') && priceMinor !== null && currency !== null
  return (
    <div className={code.symbology === 'qrcode' ? 'product square' : 'product'}>
      {code.symbology === 'qrcode' ? <Bars markup={markup} /> : null}
      {asked.shown.has('title') ? <p>{variation ? `${title}, ${variation}` : title}</p> : null}
      {code.symbology === 'qrcode' ? null : <Bars markup={markup} />}
      <div className="product-foot">
        <span>{code.text === sku ? sku : `${code.text} · ${sku}`}</span>
        {asked.shown.has('bin') && bin ? <span>{bin}</span> : null}
        {price ? <b>{texts.money({ minor: priceMinor, currency })}</b> : null}
      </div>
    </div>
  )
}
