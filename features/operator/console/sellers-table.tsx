import { useShui } from '#shui/context.tsx'
import { CardTable, type CardTableColumn } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import styles from './operator-page.module.css'
import type { SellerModel } from './sellers-view.ts'

/** The sellers of a page, one a row, which leads to the seller's page. A column in which none has anything is left out. */
export function SellersTable({ sellers }: { sellers: readonly SellerModel[] }) {
  const { t } = useTexts()
  const { Link } = useShui()
  const isImported = sellers.some(({ externalId }) => externalId !== null)
  const columns: CardTableColumn[] = [
    ...(isImported ? [{ key: 'externalId', label: t('operator.externalId') }] : []),
    { key: 'country', label: t('operator.country') },
    { key: 'members', label: t('operator.members'), isNumber: true },
    { key: 'orders', label: t('operator.orders'), isNumber: true },
    { key: 'listings', label: t('operator.listings'), isNumber: true },
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
