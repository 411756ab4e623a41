import { useShui } from '#shui/context.tsx'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import type { ListingParts } from './listing-parts.server.ts'
import styles from './listing-page.module.css'

export function ListingOrders({ orders, href }: { orders: ListingParts['orders']; href: string }) {
  const { t } = useTexts()
  const { Link } = useShui()
  if (orders.length === 0)
    return (
      <Section title={t('word.orders')}>
        <p className={styles.quiet}>{t('listing.orders.none')}</p>
      </Section>
    )
  return (
    <Section title={t('word.orders')} action={{ text: t('word.allOrders'), action: { type: 'NAV', URL: href } }}>
      <div>
        <table className={`${styles.table} ${styles.cards}`}>
          <caption className={styles.hidden}>{t('word.orders')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('word.order')}</th>
              <th scope="col">{t('word.ordered')}</th>
              <th scope="col">{t('word.buyer')}</th>
              <th scope="col">{t('word.status')}</th>
              <th scope="col" className={styles.end}>
                {t('word.quantity')}
              </th>
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => (
              <tr key={order.number}>
                <th scope="row">
                  <Link href={order.href} className={styles.link}>
                    {order.number}
                  </Link>
                </th>
                <td>{order.placed}</td>
                <td>{order.buyer}</td>
                <td className={styles.status}>
                  <Status {...order.status} />
                </td>
                <td className={styles.end}>{order.units}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
