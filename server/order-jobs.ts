import { expireCancellations, lapseUnpaidOrders } from '#features/after-sale/cancellations/due-cancellations.server.ts'
import { runDueCases } from '#features/after-sale/cases/due-cases.server.ts'
import { settleDueRefunds } from '#features/after-sale/refunds/settle-refunds.server.ts'
import { renewSearchWords } from '#features/orders/order-list/renew-search-words.server.ts'
import { promiseShipBy, renewHolidays } from '#features/orders/ship-calendar/promise-ship-by.server.ts'
import { announceTimesAway } from '#features/orders/time-away/announce-times-away.server.ts'
import { workOnDueLabels } from '#features/shipping/labels/due-labels.server.ts'
import { readLabelCharges } from '#features/shipping/labels/label-charges.server.ts'
import { askForTracking } from '#features/shipping/labels/track-labels.server.ts'
import type { Hub } from '#web/hub.ts'
import type { JobContext } from './job-context.ts'

export const orderJobs = (hub: Hub, { reports, beside }: JobContext) => ({
  'due-cases': async () => {
    const moved = await runDueCases(hub.db, {
      policyPack: hub.config.policyPack,
      now: hub.now(),
      report: reports('could not advance a due case'),
    })
    if (moved > 0) hub.log.info({ moved }, 'advanced cases at their deadlines')
  },
  'due-cancellations': async () => {
    const closed = await expireCancellations(hub, reports('could not close a cancellation request'))
    if (closed > 0) hub.log.info({ closed }, 'closed unanswered cancellation requests')
    const lapsed = await lapseUnpaidOrders(hub, reports('could not cancel an unpaid order'))
    if (lapsed > 0) hub.log.info({ lapsed }, 'cancelled unpaid orders')
  },
  'due-labels': () =>
    beside.begin('due-labels', async (signal) => {
      const ended = await workOnDueLabels(hub, { signal, report: reports('could not buy or void a label') })
      if (ended > 0) hub.log.info({ ended }, 'bought or voided labels')
    }),
  'label-charges': () =>
    beside.begin('label-charges', async () => {
      const added = await readLabelCharges(hub, reports('could not read what labels cost'))
      if (added > 0) hub.log.info({ added }, 'read lines of accounts at providers of labels')
    }),
  'label-tracking': () =>
    beside.begin('label-tracking', async (signal) => {
      const asked = await askForTracking(hub, reports('could not ask where a parcel is'), signal)
      if (asked > 0) hub.log.info({ asked }, 'asked providers of labels about parcels')
    }),
  'due-refunds': () =>
    beside.begin('due-refunds', async () => {
      const requested = await settleDueRefunds(hub, reports('could not settle a refund'))
      if (requested > 0) hub.log.info({ asked: requested }, 'asked the payment provider about refunds')
    }),
  holidays: async () => {
    const renewed = await renewHolidays(hub.db, hub.now())
    if (renewed > 0) hub.log.info({ renewed }, 'renewed holidays of the coming years')
  },
  'search-words': () =>
    beside.begin('search-words', async (signal) => {
      const renewed = await renewSearchWords(hub.db, { signal })
      if (renewed > 0) hub.log.info({ renewed }, 'rewrote search words')
    }),
  'ship-by': async () => {
    const promised = await promiseShipBy(hub.db, reports('could not compute ship-by times'))
    if (promised > 0) hub.log.info({ promised }, 'computed ship-by times')
  },
  'times-away': () =>
    beside.begin('times-away', async (signal) => {
      const report = reports('could not announce a time away')
      const announced = await announceTimesAway(hub.db, { now: hub.now(), signal, report })
      if (announced > 0) hub.log.info({ announced }, 'announced listings of sellers who leave or are back')
    }),
})
