import { Button } from '#shui/button/button.tsx'
import { PageForm } from '#web/page-form.tsx'
import { SrtField } from '#web/srt-field.tsx'
import { useSending } from '#web/use-sending.ts'
import type { PayNowModel } from './pay-now-view.ts'
import styles from './summary.module.css'

/** Pays out what is available; disabled with the reason where nothing can be paid. */
export function PayNow({ model: { label, reason } }: { model: PayNowModel }) {
  const isSending = useSending()
  return (
    <PageForm method="post" className={styles.pay}>
      <SrtField />
      {reason === null ? null : (
        <span id="pay-reason" className={styles.quiet}>
          {reason}
        </span>
      )}
      <Button
        type="submit"
        disabled={reason !== null || isSending}
        aria-describedby={reason === null ? undefined : 'pay-reason'}
      >
        {label}
      </Button>
    </PageForm>
  )
}
