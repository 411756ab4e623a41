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
import { findSellers, marketplaceTotals, type MarketplaceTotals, type SellerRow } from './sellers-db.server.ts'
import { readSellersQuery, writeSellersQuery, type SellersQuery } from './sellers-query.ts'
import { useShui } from '#shui/context.tsx'
import { CardTable, type CardTableColumn } from '#shui/table/card-table.tsx'
import type { Texts } from '#texts/texts.ts'

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
          { value: 'name', label: t('word.name') },
          { value: '-feedback', label: t('operator.sort.feedback') },
        ]}
      />
      <Button type="submit">{t('grid.search')}</Button>
    </form>
  )
}

/** The sellers of a page, one a row, which leads to the seller's page. A column in which none has anything is left out. */
function SellersTable({ sellers }: { sellers: readonly SellerModel[] }) {
  const { t } = useTexts()
  const { Link } = useShui()
  const isImported = sellers.some(({ externalId }) => externalId !== null)
  const columns: CardTableColumn[] = [
    ...(isImported ? [{ key: 'externalId', label: t('operator.externalId') }] : []),
    { key: 'country', label: t('word.country') },
    { key: 'members', label: t('operator.members'), isNumber: true },
    { key: 'orders', label: t('word.orders'), isNumber: true },
    { key: 'listings', label: t('word.activeListings'), isNumber: true },
    { key: 'feedback', label: t('operator.feedback'), isNumber: true },
    { key: 'lastOrder', label: t('operator.lastOrder') },
  ]
  const rows = sellers.map((seller) => ({
    key: seller.username,
    name: (
      <>
        <Link href={seller.href}>
          <bdi>{seller.name}</bdi>
        </Link>{' '}
        <span className={styles.username}>{seller.username}</span>
      </>
    ),
    cells: [
      ...(isImported
        ? [
            <span key="externalId" className={styles.externalId}>
              {seller.externalId ?? '–'}
            </span>,
          ]
        : []),
      seller.country,
      seller.members,
      seller.orders,
      seller.listings,
      seller.feedback,
      seller.lastOrder ?? t('operator.noOrder'),
    ],
  }))
  return <CardTable head={t('operator.seller')} columns={columns} rows={rows} className={styles.opens} />
}

type SellerModel = ReturnType<typeof sellerModels>[number]

interface TotalModel {
  label: string
  value: string
}

function sellerModels(rows: readonly SellerRow[], texts: Texts) {
  return rows.map((row) => ({
    name: row.display_name,
    username: row.username,
    href: paths.operatorSeller(row.username),
    externalId: row.external_id,
    country: texts.country(row.country),
    members: texts.number(row.members),
    listings: texts.number(row.active_listings),
    orders: texts.number(row.orders),
    feedback: texts.number(row.feedback_score),
    lastOrder: row.last_order_at && texts.moment(row.last_order_at, 'date'),
  }))
}

function totalModels(totals: MarketplaceTotals, { t, number }: Texts): TotalModel[] {
  return [
    { label: t('word.sellers'), value: number(totals.sellers) },
    { label: t('operator.members'), value: number(totals.members) },
    { label: t('word.orders'), value: number(totals.orders) },
    { label: t('word.activeListings'), value: number(totals.active_listings) },
  ]
}
