import { useLoaderData } from '#web/router/router.ts'
import { PageHead } from '#web/page-head.tsx'
import { operatorLoader } from '#web/guard.server.ts'
import { paths, withQuery } from '#web/paths.ts'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { Empty } from '#shui/empty/empty.tsx'
import { SelectField, TextField } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import styles from './operator-page.module.css'
import { SellerPages, sellerPages } from './seller-pages.tsx'
import { SellersTable } from './sellers-table.tsx'
import { findSellers, marketplaceTotals } from './sellers-db.server.ts'
import { readSellersQuery, writeSellersQuery, type SellersQuery } from './sellers-query.ts'
import { sellerModels, totalModels } from './sellers-view.ts'

await loadTexts('accounts')

export const loader = operatorLoader(async ({ hub, url, texts }) => {
  const query = readSellersQuery(url.searchParams)
  const [{ rows, total }, totals] = await Promise.all([
    findSellers(hub.db.owner, query),
    marketplaceTotals(hub.db.owner),
  ])
  const at = (offset: number) => withQuery(paths.operator, writeSellersQuery({ ...query, offset }))
  return {
    query,
    sellers: sellerModels(rows, texts),
    totals: totalModels(totals, texts),
    pages: sellerPages({ ...query, rows: rows.length, total }, at, texts),
  }
})

export default function OperatorPage() {
  const { query, sellers, totals, pages } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <>
      <PageHead
        title={t('operator.title')}
        actions={<ButtonLink href={paths.operatorEraseBuyer()}>{t('operator.erase')}</ButtonLink>}
      />
      <dl className={styles.totals}>
        {totals.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <SearchForm query={query} />
      {sellers.length > 0 ? (
        <SellersTable sellers={sellers} />
      ) : (
        <Empty title={t('operator.empty.title')} hint={t('operator.empty.hint')} />
      )}
      <SellerPages {...pages} />
    </>
  )
}

function SearchForm({ query }: { query: SellersQuery }) {
  const { t } = useTexts()
  return (
    <form method="get" role="search" className={styles.search}>
      <TextField label={t('operator.search')} name="q" type="search" maxLength={100} defaultValue={query.q} />
      <SelectField
        label={t('operator.sort')}
        name="sort"
        defaultValue={query.sort}
        options={[
          { value: '-orders', label: t('operator.sort.orders') },
          { value: 'name', label: t('operator.sort.name') },
          { value: '-feedback', label: t('operator.sort.feedback') },
        ]}
      />
      <Button type="submit">{t('common.search')}</Button>
    </form>
  )
}
