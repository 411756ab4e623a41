import { Button } from '#shui/button/button.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import { paths } from '#web/paths.ts'
import { PageForm } from '#web/page-form.tsx'
import type { OrderDetailsModel } from '#features/order-page/read/order-details-view.ts'
import { TrackingNumber } from '#features/order-page/read/tracking-number.tsx'
import styles from './order-view.module.css'

export function OrderShipments({ model: { number, shipments } }: { model: OrderDetailsModel }) {
  const { t } = useTexts()
  return (
    <ul className={styles.list}>
      {shipments.map(
        ({ key, carrier, service, tracking, trackingHref, by, takeBackKey, state, shipped, delivered, contents }) => (
          <li key={key} className={styles.entry}>
            <p className={styles.entryHead}>
              <b>{[carrier, service].filter(Boolean).join(', ')}</b>
              <Status {...state} />
            </p>
            {tracking ? (
              <p>
                <span className={styles.quiet}>{t('word.trackingNumber')}</span>{' '}
                <TrackingNumber tracking={tracking} href={trackingHref} className={styles.link} />
              </p>
            ) : null}
            <p className={styles.quiet}>
              {[
                shipped ? t('order.parcel.shipped', { time: shipped.text }) : null,
                by ? t('order.parcel.by', { name: by }) : null,
                delivered ? t('order.parcel.delivered', { time: delivered.text }) : null,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {contents.length > 0 ? (
              <ul className={styles.contents} aria-label={t('word.contents')}>
                {contents.map((content, index) => (
                  <li key={`${index} ${content}`} dir="auto">
                    {content}
                  </li>
                ))}
              </ul>
            ) : null}
            {takeBackKey ? <TakeBack parcelKey={takeBackKey} number={number} /> : null}
          </li>
        ),
      )}
    </ul>
  )
}

/** Button that voids a parcel not scanned yet. */
function TakeBack({ parcelKey, number }: { parcelKey: string; number: string }) {
  const { t } = useTexts()
  return (
    <PageForm action={paths.takeBackParcel} className={styles.takeBack} replace>
      <input type="hidden" name="order" value={number} />
      <input type="hidden" name="parcel" value={parcelKey} />
      <Button type="submit" size="small">
        {t('ship.takeBack')}
      </Button>
      <span className={styles.quiet}>{t('ship.takeBack.hint')}</span>
    </PageForm>
  )
}
