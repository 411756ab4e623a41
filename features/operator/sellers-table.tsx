import { useTexts } from '#texts/context.tsx'
import styles from './operator-page.module.css'
import type { SellerModel } from './sellers-view.ts'

/** The sellers of a page, one a row. */
export function SellersTable({ sellers }: { sellers: readonly SellerModel[] }) {
  const { t } = useTexts()
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled sideways by keyboard, where it is wider than the screen
    <div className={styles.scroll} role="region" aria-label={t('operator.sellers')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('operator.seller')}</th>
            <th scope="col">{t('operator.externalId')}</th>
            <th scope="col">{t('operator.country')}</th>
            <th scope="col" className={styles.figure}>
              {t('operator.members')}
            </th>
            <th scope="col" className={styles.figure}>
              {t('operator.orders')}
            </th>
            <th scope="col" className={styles.figure}>
              {t('operator.listings')}
            </th>
            <th scope="col" className={styles.figure}>
              {t('operator.feedback')}
            </th>
            <th scope="col">{t('operator.lastOrder')}</th>
          </tr>
        </thead>
        <tbody>
          {sellers.map((seller) => (
            <tr key={seller.username}>
              <th scope="row">
                <bdi>{seller.name}</bdi> <span className={styles.username}>{seller.username}</span>
              </th>
              <td className={styles.externalId}>{seller.externalId ?? '—'}</td>
              <td>{seller.country}</td>
              <td className={styles.figure}>{seller.members}</td>
              <td className={styles.figure}>{seller.orders}</td>
              <td className={styles.figure}>{seller.listings}</td>
              <td className={styles.figure}>{seller.feedback}</td>
              <td>{seller.lastOrder ?? t('operator.noOrder')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
