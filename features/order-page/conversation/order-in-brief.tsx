import { Facts } from '#features/machinery/grid/fact-rows.tsx'
import { OrderCases } from '#features/after-sale/cases/order-cases.tsx'
import { ButtonLink } from '#shui/button/button.tsx'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageLink } from '#web/page-link.tsx'
import type { BriefModel } from './conversation-page.server.ts'
import { TrackingNumber } from '#features/order-page/read/tracking-number.tsx'
import columns from '#web/columns.module.css'
import styles from './conversation-view.module.css'

/** Items, total, parcels and cases of an order, with what can be done next. */
export function OrderInBrief({ brief }: { brief: BriefModel }) {
  const { t } = useTexts()
  const { href, lines, facts, shipments, cases, others, questions, shipHref, refundHref } = brief
  return (
    <div className={columns.column}>
      <Section
        title={t('word.order')}
        controls={
          <PageLink to={href} className={styles.link}>
            {t('talk.order.open')}
          </PageLink>
        }
      >
        <ul className={styles.lines}>
          {lines.map(({ key, title, href: listing, quantity }) => (
            <li key={key}>
              <span className={styles.quiet}>{quantity} ×</span>
              {listing ? (
                <PageLink to={listing} className={styles.link} dir="auto">
                  {title}
                </PageLink>
              ) : (
                <span dir="auto">{title}</span>
              )}
            </li>
          ))}
        </ul>
        <Facts facts={facts} />
        {shipments.map(({ key, carrier, tracking, trackingHref, state }) => (
          <p key={key} className={styles.parcel}>
            <span>
              {carrier}{' '}
              {tracking ? <TrackingNumber tracking={tracking} href={trackingHref} className={styles.link} /> : null}
            </span>
            <Status {...state} />
          </p>
        ))}
        {cases.length > 0 ? <OrderCases cases={cases} /> : null}
        {others ? (
          <PageLink to={others.href} className={styles.link}>
            {others.text}
          </PageLink>
        ) : null}
        {questions.map((question) => (
          <PageLink key={question} to={question} className={styles.link}>
            {t('talk.asked')}
          </PageLink>
        ))}
        {shipHref || refundHref ? (
          <div className={styles.actions}>
            {shipHref ? <ButtonLink href={shipHref}>{t('word.ship')}</ButtonLink> : null}
            {refundHref ? <ButtonLink href={refundHref}>{t('word.refund')}</ButtonLink> : null}
          </div>
        ) : null}
      </Section>
    </div>
  )
}
