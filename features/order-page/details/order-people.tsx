import { CopyButton } from '#shui/button/copy-button.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageLink } from '#web/page-link.tsx'
import type { AddressModel } from '#features/order-page/read/order-buyer-view.ts'
import type { OrderDetailsModel } from '#features/order-page/read/order-details-view.ts'
import styles from './order-view.module.css'

export function OrderAddress({ address: { lines, phone, hint }, copy }: { address: AddressModel; copy: string }) {
  const { t } = useTexts()
  return (
    <>
      {lines.length > 0 ? (
        <div className={styles.addressRow}>
          <address className={styles.address}>
            {lines.map((line, index) => (
              <span key={`${index} ${line}`} dir="auto">
                {line}
              </span>
            ))}
          </address>
          {hint === null ? (
            <CopyButton
              text={lines.join('\n')}
              label={copy}
              copied={t('order.address.copied')}
              refused={t('order.address.notCopied')}
            />
          ) : null}
        </div>
      ) : null}
      {phone ? (
        <p className={styles.quiet}>
          {t('word.phone')}{' '}
          <a href={phone.href} className={styles.link}>
            <bdi>{phone.text}</bdi>
          </a>
        </p>
      ) : null}
      {hint ? <p className={styles.quiet}>{hint}</p> : null}
    </>
  )
}

export function OrderBuyer({ model: { buyer } }: { model: OrderDetailsModel }) {
  const { t } = useTexts()
  return (
    <div className={styles.buyer}>
      <p className={styles.buyerHead}>
        <b dir="auto">{buyer.username}</b>
        {buyer.others ? <span className={styles.repeat}>{t('order.repeatBuyer')}</span> : null}
      </p>
      {buyer.name ? <p dir="auto">{buyer.name}</p> : null}
      {buyer.email ? (
        <p>
          <a href={`mailto:${buyer.email}`} className={styles.link}>
            <bdi>{buyer.email}</bdi>
          </a>
        </p>
      ) : null}
      {buyer.taxNumbers.map(({ type, number }) => (
        <p key={`${type} ${number}`} className={styles.quiet}>
          {type} <bdi>{number}</bdi>
        </p>
      ))}
      {buyer.others ? (
        <p>
          <PageLink to={buyer.others.href} className={styles.link}>
            {buyer.others.text}
          </PageLink>
        </p>
      ) : null}
    </div>
  )
}

export function OrderOfShop({ model: { shop } }: { model: OrderDetailsModel }) {
  const { t } = useTexts()
  const { billTo, notes } = shop
  return (
    <>
      {billTo ? (
        <Section title={t('order.billTo')}>
          <OrderAddress address={billTo} copy={t('order.billTo.copy')} />
        </Section>
      ) : null}
      {notes.length > 0 ? (
        <Section title={t('order.shopNotes')}>
          <dl className={styles.shopNotes}>
            {notes.map(({ name, text }) => (
              <div key={name}>
                <dt dir="auto">{name}</dt>
                <dd dir="auto">{text}</dd>
              </div>
            ))}
          </dl>
        </Section>
      ) : null}
    </>
  )
}
