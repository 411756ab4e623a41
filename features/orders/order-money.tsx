import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import type { OrderDetailsModel } from './order-details-view.ts'
import type { PaymentModel } from './order-money-view.ts'
import styles from './order-money.module.css'

/** From the items' prices to what the seller has received, then each payment and refund. */
export function OrderMoney({ model: { money, payments, refunds } }: { model: OrderDetailsModel }) {
  const { t } = useTexts()
  return (
    <>
      <dl className={styles.amounts}>
        {money.map(({ key, label, amount, sum }) => (
          <div key={key} className={sum ? styles.sum : undefined}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      <h3 className={styles.heading}>{t('order.payments')}</h3>
      {payments.length === 0 ? (
        <p className={styles.quiet}>{t('order.payments.none')}</p>
      ) : (
        <Payments rows={payments} />
      )}
      {refunds.length > 0 ? (
        <>
          <h3 className={styles.heading}>{t('order.refunds')}</h3>
          <Payments rows={refunds} />
        </>
      ) : null}
    </>
  )
}

function Payments({ rows }: { rows: readonly PaymentModel[] }) {
  return (
    <ul className={styles.payments}>
      {rows.map(({ key, label, amount, state, time }) => (
        <li key={key}>
          <span>{label}</span>
          <span className={styles.amount}>{amount}</span>
          <Status {...state} />
          {time ? (
            <time dateTime={time.dateTime} className={styles.quiet}>
              {time.text}
            </time>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
