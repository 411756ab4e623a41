import { defineConfig } from 'vitest/config'
import whole from './vitest.config.ts'

/**
 * Database tests that also run on the cluster: what sellers and programs write and read most. DATABASE_TESTS=all runs
 * every one, of which some need what no cluster has, such as a database of their own.
 */
const databaseTests = [
  'api/after-sale.db.test.ts',
  'api/deliveries.db.test.ts',
  'api/buyer-offers.db.test.ts',
  'api/history.db.test.ts',
  'api/kit-listings.db.test.ts',
  'api/kits-storm.db.test.ts',
  'api/kits.db.test.ts',
  'api/order-extras.db.test.ts',
  'api/posted-orders.db.test.ts',
  'api/purchases.db.test.ts',
  'api/pushed-listings.db.test.ts',
  'api/sale-events.db.test.ts',
  'api/sell/orders.db.test.ts',
  'api/sell/uploaded-pictures.db.test.ts',
  'api/shared-stock.db.test.ts',
  'api/shop-orders.db.test.ts',
  'api/stock-owner.db.test.ts',
  'api/stock-values.db.test.ts',
  'features/after-sale/cancellations/cancellations.db.test.ts',
  'features/after-sale/cases/cases.db.test.ts',
  'features/after-sale/cases/found-cases.db.test.ts',
  'features/after-sale/disputes/disputes.db.test.ts',
  'features/core/listing-pictures/pictures.db.test.ts',
  'features/core/offer/offers.db.test.ts',
  'features/orders/conversations/conversations.db.test.ts',
  'features/payments/reconcile/reconcile.db.test.ts',
  'features/reports/runs/reports.db.test.ts',
  'features/reports/uploads/new-listings.db.test.ts',
  'features/selling/costs/stock-value.db.test.ts',
  'features/selling/inventory/inventory.db.test.ts',
  'features/selling/inventory/found-items.db.test.ts',
  'features/selling/listing-form/keep/discarded-drafts.db.test.ts',
  'features/selling/market/market.db.test.ts',
  'features/selling/price-rules/price-rules.db.test.ts',
  'features/selling/price-watch/price-watch.db.test.ts',
  'features/selling/purchases/receive.db.test.ts',
  'features/selling/purchasing/reorder.db.test.ts',
  'features/selling/sale-events/sale-events.db.test.ts',
  'features/selling/stock-count/assign-code.db.test.ts',
  'features/shipping/fulfilment/ship-order.db.test.ts',
  'features/shipping/labels/labels.db.test.ts',
  'features/people/accounts/session.db.test.ts',
  'features/home/messages/messages.db.test.ts',
]

/** What runs on a real cluster: `npm run test:cluster` (docs/scale-out.md). */
export default defineConfig({
  test: {
    ...whole.test,
    include: ['e2e/*.cluster.ts', ...(process.env.DATABASE_TESTS === 'all' ? ['**/*.db.test.ts'] : databaseTests)],
    globalSetup: ['./db/testing-setup.ts', './e2e/cluster-setup.ts'],
    // All files use one cluster, whose servers some of them kill.
    fileParallelism: false,
    // Dropping a divided schema takes longer than Vitest waits by default, and then nothing is stopped.
    teardownTimeout: 300_000,
  },
})
