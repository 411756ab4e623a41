import { removeOldAnswers } from '#api/idempotency.ts'
import { isDivided } from '#db/shards.ts'
import { postDueGoods } from '#features/core/costs/post-due-goods.server.ts'
import { postDueStock } from '#features/core/costs/post-due-stock.server.ts'
import { postDueOrders } from '#features/core/ledger/posting/post-due.server.ts'
import { removeOldUndos } from '#features/machinery/undo/undos-db.server.ts'
import { countHealth } from '#features/operator/console/count-health.server.ts'
import { runErasures } from '#features/operator/erasure/run-erasures.server.ts'
import { keepMarket } from '#features/selling/market/keep-market.server.ts'
import { watchPrices } from '#features/selling/price-watch/watch-prices.server.ts'
import { copyProducts } from '#features/selling/product-summary/copy-products.server.ts'
import { removeEnded } from '#features/people/accounts/attempts.server.ts'
import { sumSoldDays } from '#features/insights/sales-report/sum-sold-days.server.ts'
import { sendTaskMails } from '#features/home/task-mails/send-task-mails.server.ts'
import { removeOldDeliveries } from '#features/developers/webhooks/deliveries-db.server.ts'
import { removeOldEvents } from '#features/developers/webhooks/events-db.server.ts'
import type { Hub } from '#web/hub.ts'
import type { JobContext } from './job-context.ts'

export const shopJobs = (hub: Hub, { reports, beside }: JobContext) => ({
  'buyer-erasures': async () => {
    const erased = await runErasures(hub.db, hub.now(), {
      report: reports('could not erase buyer data; retrying at the next run'),
    })
    if (erased > 0) hub.log.info({ erased }, 'erased buyer data')
  },
  'ended-sign-ins': () => removeEnded(hub),
  ledger: () =>
    beside.begin('ledger', async (signal) => {
      const report = reports('an order could not be posted')
      const posted = await postDueOrders(hub.db, { rules: hub.config, report, signal })
      if (posted > 0) hub.log.info({ posted }, 'orders posted to the ledger')
      const goods = await postDueGoods(hub.db, { report: reports('goods could not be posted'), signal })
      if (goods > 0) hub.log.info({ goods }, 'goods of orders posted to the ledger')
      const skus = await postDueStock(hub.db, { report: reports('stock could not be posted'), signal })
      if (skus > 0) hub.log.info({ skus }, 'stock of SKUs posted to the ledger')
    }),
  'old-api-answers': () => removeOldAnswers(hub.db.owner, hub.now()),
  'old-events': async () => {
    await removeOldDeliveries(hub.db.owner, hub.now())
    await removeOldEvents(hub.db, hub.now())
  },
  'old-undos': () => removeOldUndos(hub.db.owner, hub.now()),
  market: () =>
    beside.begin('market', async (signal) => {
      const { now, bound } = { now: hub.now(), bound: hub.config.researchBound }
      const written = await keepMarket(hub.db, { now, bound, signal })
      if (written > 0) hub.log.info({ written }, 'summed lots of sales of the marketplace')
    }),
  'price-watch': () =>
    beside.begin('price-watch', async (signal) => {
      const report = reports('could not count what the products of a seller sell for')
      const watched = await watchPrices(hub.db, { now: hub.now(), report, signal })
      if (watched > 0) hub.log.info({ watched }, 'compared the prices of sellers with sales')
    }),
  'product-copies': () =>
    beside.begin('product-copies', async (signal) => {
      const copied = isDivided(hub.db.owner) ? await copyProducts(hub.db, { now: hub.now(), signal }) : 0
      if (copied > 0) hub.log.info({ copied }, 'copied the offers of sellers')
    }),
  'seller-health': () =>
    beside.begin('seller-health', async (signal) => {
      const counted = await countHealth(hub, { report: reports('could not count seller health'), signal })
      if (counted > 0) hub.log.info({ counted }, 'counted seller health')
    }),
  'sold-days': () =>
    beside.begin('sold-days', async (signal) => {
      const summed = await sumSoldDays(hub.db, { report: reports('could not sum the sales of a day'), signal })
      if (summed > 0) hub.log.info({ summed }, 'summed the sales of days')
    }),
  'task-mails': () =>
    beside.begin('task-mails', async () => {
      const sent = await sendTaskMails(hub, reports('could not send a task mail'))
      if (sent > 0) hub.log.info({ sent }, 'sent task mails')
    }),
})
