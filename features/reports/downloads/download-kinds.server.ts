import { labelColumns } from '#features/orders/order-list/label-columns.ts'
import { ordersList } from '#features/orders/order-list/orders-list.server.ts'
import { transactionsList } from '#features/payments/transactions/transactions-list.server.ts'
import { listingsList } from '#features/selling/listings/listings-list.server.ts'
import { paths } from '#web/paths.ts'
import { mayDo, type Role } from '#web/roles.ts'
import type { DownloadKind } from './download-kind.ts'
import { listDownload } from './list-download.server.ts'
import { productFeed } from './product-feed.server.ts'
import { trackingDownload } from './tracking-download.server.ts'

export const downloadKinds: readonly DownloadKind[] = [
  listDownload(ordersList, {
    kind: 'orders',
    label: 'word.orders',
    hint: 'reports.hint.orders',
    hasBuyers: true,
    path: paths.orders,
    period: { filter: 'placed', label: 'word.placed' },
    // What buyers collect gets no label.
    narrowed: [
      { id: 'to-ship', label: 'reports.orders.toShip', tab: 'awaiting-shipment', filters: { delivery: 'SHIP' } },
    ],
    isFirst: (record) => record.is_first !== null,
    extras: ({ detail }) => labelColumns(detail),
  }),
  listDownload(listingsList, {
    kind: 'listings',
    label: 'listings.title',
    hint: 'reports.hint.listings',
    hasBuyers: false,
    path: paths.listings.active,
    period: null,
  }),
  listDownload(transactionsList, {
    kind: 'transactions',
    label: 'payments.transactions',
    hint: 'reports.hint.transactions',
    hasBuyers: true,
    path: paths.transactions,
    period: { filter: 'time', label: 'payments.column.time' },
  }),
  trackingDownload,
  productFeed,
]

export const kindsFor = (role: Role): DownloadKind[] => downloadKinds.filter(({ access }) => mayDo(role, access))
