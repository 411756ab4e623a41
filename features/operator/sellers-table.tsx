import { useShui } from '#shui/context.tsx'
import { useTexts } from '#texts/context.tsx'
import styles from './operator-page.module.css'
import type { SellerModel } from './sellers-view.ts'

/** The sellers of a page, one a row, which leads to the seller's page. A column in which none has anything is left out. */
export function SellersTable({ sellers }: { sellers: readonly SellerModel[] }) {
  const { t } = useTexts()
  const { Link } = useShui()
  const isImported = sellers.some(({ externalId }) => externalId !== null)
  const figures = [
    ['members', t('operator.members')],
    ['orders', t('operator.orders')],
    ['listings', t('operator.listings')],
    ['feedback', t('operator.feedback')],
  ] as const
  return (
    <table className={`${styles.table} ${styles.opens}`}>
      <thead>
        <tr>
          <th scope="col">{t('operator.seller')}</th>
          {isImported ? <th scope="col">{t('operator.externalId')}</th> : null}
          <th scope="col">{t('operator.country')}</th>
          {figures.map(([name, label]) => (
            <th key={name} scope="col" className={styles.figure}>
              {label}
            </th>
          ))}
          <th scope="col">{t('operator.lastOrder')}</th>
        </tr>
      </thead>
      <tbody>
        {sellers.map((seller) => (
          <tr key={seller.username}>
            <th scope="row">
              <Link href={seller.href}>
                <bdi>{seller.name}</bdi>
              </Link>{' '}
              <span className={styles.username}>{seller.username}</span>
            </th>
            {isImported ? (
              <td className={styles.externalId} data-label={t('operator.externalId')}>
                {seller.externalId ?? '–'}
              </td>
            ) : null}
            <td data-label={t('operator.country')}>{seller.country}</td>
            {figures.map(([name, label]) => (
              <td key={name} className={styles.figure} data-label={label}>
                {seller[name]}
              </td>
            ))}
            <td data-label={t('operator.lastOrder')}>{seller.lastOrder ?? t('operator.noOrder')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
