import type { ReactNode } from 'react'
import { Button } from '#shui/button/button.tsx'
import { paths } from '#web/paths.ts'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import type { OrderDetailsModel } from '#features/order-page/read/order-details-view.ts'
import type { AmountModel, PaymentModel } from '#features/order-page/read/order-money-view.ts'
import styles from './order-money.module.css'

export function OrderMoney({ model: { money, payments, refunds } }: { model: OrderDetailsModel }) {
  const { t } = useTexts()
  return (
    <>
      {money.length > 0 ? <Amounts amounts={money} /> : null}
      <h3 className={styles.heading}>{t('word.payments')}</h3>
      {payments.length === 0 ? (
        <p className={styles.quiet}>{t('order.payments.none')}</p>
      ) : (
        <ul className={styles.payments}>
          {payments.map((payment) => (
            <Payment key={payment.key} row={payment} />
          ))}
        </ul>
      )}
      {refunds.length > 0 ? (
        <>
          <h3 className={styles.heading}>{t('word.refunds')}</h3>
          <ul className={styles.payments}>
            {refunds.map((refund) => (
              <Payment key={refund.key} row={refund}>
                {refund.problem ? <p className={styles.problem}>{refund.problem}</p> : null}
                {refund.retry ? <TryAgain {...refund.retry} refundKey={refund.retry.key} /> : null}
              </Payment>
            ))}
          </ul>
        </>
      ) : null}
    </>
  )
}

export function Amounts({ amounts }: { amounts: readonly AmountModel[] }) {
  return (
    <dl className={styles.amounts}>
      {amounts.map(({ key, label, amount, sum }) => (
        <div key={key} className={sum ? styles.sum : undefined}>
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  )
}

function Payment({ row: { label, amount, state, time }, children }: { row: PaymentModel; children?: ReactNode }) {
  return (
    <li>
      <span>{label}</span>
      {amount === null ? null : <span className={styles.amount}>{amount}</span>}
      <Status {...state} />
      {time ? (
        <time dateTime={time.dateTime} className={styles.quiet}>
          {time.text}
        </time>
      ) : null}
      {children}
    </li>
  )
}

/**
 * Retries a refused refund, or records that it was paid another way; the latter asks for confirmation, because it
 * cannot be undone.
 */
function TryAgain({ refundKey, text, elsewhere }: { refundKey: string; text: string; elsewhere: string }) {
  const { t } = useTexts()
  return (
    <PageForm action={paths.retryRefund}>
      <input type="hidden" name="refund" value={refundKey} />
      <Button type="submit" size="small">
        {text}
      </Button>
      <details className={styles.elsewhere}>
        <summary>{t('refund.elsewhere')}</summary>
        <p>{elsewhere}</p>
        <Button type="submit" size="small" name="step" value="settle">
          {t('refund.elsewhere.do')}
        </Button>
      </details>
    </PageForm>
  )
}
