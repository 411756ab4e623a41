import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import styles from './usable-reports.module.css'

/** Reports that can be brought in, by the place that they come from; null is anywhere else. */
const reports = [
  { id: 'ebayOrders', from: 'eBay', kind: 'orders' },
  { id: 'ebayListings', from: 'eBay', kind: 'listings' },
  { id: 'shopifyOrders', from: 'Shopify', kind: 'orders' },
  { id: 'shopifyProducts', from: 'Shopify', kind: 'listings' },
  { id: 'etsyItems', from: 'Etsy', kind: 'orders' },
  { id: 'wooProducts', from: 'WooCommerce', kind: 'listings' },
  { id: 'amazonOrders', from: 'Amazon', kind: 'orders' },
  { id: 'amazonListings', from: 'Amazon', kind: 'listings' },
  { id: 'orders', from: null, kind: 'orders' },
  { id: 'costs', from: null, kind: 'costs' },
] as const

const steps = ['check', 'review', 'take'] as const

/** What can be dropped, from where, and what becomes of it: for a shop that has not dropped anything yet. */
export function UsableReports() {
  const { t } = useTexts()
  return (
    <>
      <Section title={t('movingIn.reports')}>
        <CardTable
          head={t('movingIn.reports.from')}
          columns={[
            { key: 'report', label: t('movingIn.reports.report'), isWords: true },
            { key: 'becomes', label: t('movingIn.reports.becomes'), isWords: true },
          ]}
          rows={reports.map(({ id, from, kind }) => ({
            key: id,
            name: from === null ? t('movingIn.reports.anywhere') : <span translate="no">{from}</span>,
            cells: [t('movingIn.reports.name', { id }), t('movingIn.reports.kind', { kind })],
          }))}
        />
      </Section>
      <Section title={t('movingIn.steps')}>
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step}>{t('movingIn.step', { step })}</li>
          ))}
        </ol>
        <p className={styles.note}>{t('movingIn.steps.note')}</p>
      </Section>
    </>
  )
}
