import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { firstIds } from '#features/machinery/grid/list-ids-db.server.ts'
import { openChosen } from '#features/machinery/grid/list-routes.server.ts'
import { inventoryList } from '#features/selling/inventory/inventory-list.server.ts'
import { parseStockNumber } from '#features/selling/inventory/stock-item.ts'
import { gridHref } from '#lib/grid-query.ts'
import { Button } from '#shui/button/button.tsx'
import { Checkbox, Input, SelectField, TextField } from '#shui/form/controls.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import { useLoaderData } from '#web/router/router.ts'
import { codes, mostSkus, productFormats, readAskedLabels, shownParts, unitsField } from './product-label.ts'
import { idsOfStock, readLabelledProducts } from './product-labels-db.server.ts'
import styles from './product-labels.module.css'

await loadTexts('printing')

/** SKUs chosen in the inventory, or given with `keys` and the number of labels of each as `n.` and its key. */
export const loader = sellerLoader('hub.view', async (visit) => {
  const { read, seller, url } = visit
  const params = url.searchParams
  const match = openChosen(inventoryList, { path: paths.inventory, params, parse: parseStockNumber }, visit)
  const products = await read(async (db) => {
    const ids = match.keys
      ? await idsOfStock(
          db,
          seller.id,
          match.keys.slice(0, mostSkus).flatMap((key) => parseStockNumber(key) ?? []),
        )
      : await firstIds(db, inventoryList, match, mostSkus)
    return readLabelledProducts(db, seller.id, ids)
  })
  const asked = params.has('format') ? readAskedLabels(params) : null
  return {
    products: products.map(({ number, sku, title, variation }) => ({
      number,
      sku,
      title: variation ? `${title}, ${variation}` : title,
      units: params.get(unitsField(number)) ?? '1',
    })),
    chosen: { format: params.get('format') ?? '', code: params.get('code') ?? '', used: params.get('used') ?? '1' },
    shown: shownParts.filter((part) => part !== 'price' || mayDo(seller.role, 'amounts.view')),
    wrong: asked && 'wrong' in asked ? asked.wrong : null,
    backHref: gridHref(paths.inventory, match.query, match.definition),
  }
})

/** Asks what to print. A form of its own, which the browser sends by GET: printing changes nothing. */
export default function ProductLabelsPage() {
  const { products, chosen, shown, wrong, backHref } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  const errorOf = (field: typeof wrong) =>
    wrong === field && field ? t(`printing.products.wrong.${field}`) : undefined
  const problem = errorOf('units') ?? errorOf('many')
  return (
    <>
      <PageHead
        title={t('printing.products.title', { n: products.length })}
        before={<BackToList href={backHref}>{t('printing.products.back')}</BackToList>}
      />
      <form action={paths.productLabelsPrint} className={styles.form}>
        <input type="hidden" name="keys" value={products.map(({ number }) => number).join()} />
        <div className={styles.choices}>
          <SelectField
            id="format"
            name="format"
            label={t('printing.labelFormat')}
            defaultValue={chosen.format || productFormats[0].id}
            error={errorOf('format')}
            width="medium"
            options={productFormats.map(({ id }) => ({ value: id, label: t(`printing.products.format.${id}`) }))}
          />
          <SelectField
            id="code"
            name="code"
            label={t('printing.barcode')}
            defaultValue={chosen.code || 'auto'}
            width="medium"
            options={codes.map((value) => ({ value, label: t(`printing.products.code.${value}`) }))}
          />
          <TextField
            id="used"
            name="used"
            label={t('printing.firstLabel')}
            hint={t('printing.firstLabel.hint')}
            defaultValue={chosen.used}
            error={errorOf('used')}
            width="short"
            figures="numeric"
          />
        </div>
        <fieldset className={styles.shown}>
          <legend>{t('printing.products.shown')}</legend>
          {shown.map((part) => (
            <Checkbox
              key={part}
              name="show"
              value={part}
              label={t(`printing.products.show.${part}`)}
              defaultChecked={part !== 'bin'}
            />
          ))}
        </fieldset>
        {problem ? (
          <p className={styles.wrong} role="alert">
            {problem}
          </p>
        ) : null}
        <CardTable
          label={t('printing.products.rows')}
          head={t('word.sku')}
          columns={[
            { key: 'title', label: t('listings.column.title') },
            { key: 'units', label: t('printing.labelFormat'), isNumber: true },
          ]}
          rows={products.map(({ number, sku, title, units }) => ({
            key: number,
            name: sku,
            cells: [
              title,
              <Input
                key="units"
                name={unitsField(number)}
                aria-label={t('printing.products.units', { sku })}
                defaultValue={units}
                inputMode="numeric"
                width="short"
              />,
            ],
          }))}
        />
        <p>
          <Button type="submit" kind="primary">
            {t('word.print')}
          </Button>
        </p>
      </form>
    </>
  )
}
