import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import styles from './usable-files.module.css'

/** Files that can be uploaded, by the place that they come from; null is anywhere else. */
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
  { id: 'prices', from: null, kind: 'prices' },
  { id: 'tracking', from: null, kind: 'tracking' },
  { id: 'report', from: null, kind: 'report' },
  { id: 'count', from: null, kind: 'count' },
] as const

const steps = ['check', 'review', 'take'] as const

/** What can be uploaded, from where, and what becomes of it. */
export function UsableFiles() {
  const { t } = useTexts()
  return (
    <>
      <CardTable
        head={t('grid.from')}
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
