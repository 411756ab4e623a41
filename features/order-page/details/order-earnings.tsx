import { useTexts } from '#texts/context.tsx'
import type { EarningsModel } from '#features/order-page/read/order-earnings.server.ts'
import { Amounts } from './order-money.tsx'
import styles from './order-money.module.css'

export function OrderEarnings({ earnings: { amounts, lines } }: { earnings: EarningsModel }) {
  const { t } = useTexts()
  return (
    <>
      <Amounts amounts={amounts} />
      {lines.length > 1 ? (
        <>
          <h3 className={styles.heading}>{t('order.earnings.lines')}</h3>
          <Amounts amounts={lines} />
        </>
      ) : null}
    </>
  )
}
