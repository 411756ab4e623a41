import { fetchPictures } from '#api/sell/fetch-pictures.ts'
import { removeUnusedPictures } from '#features/core/listing-pictures/remove-unused.server.ts'
import { runDueListings } from '#features/selling/listings/due-listings.server.ts'
import { closeDueOffers } from '#features/selling/offers/due-offers.server.ts'
import { runDueSales } from '#features/selling/sale-events/due-sales.server.ts'
import { removeOldNotices } from '#features/home/messages/shop-notices-db.server.ts'
import { applyPriceRules } from '#features/selling/price-rules/apply-price-rules.server.ts'
import { refreshAdvice } from '#features/selling/reorder/refresh-advice.server.ts'
import type { Hub } from '#web/hub.ts'
import type { JobContext } from './job-context.ts'

export const listingJobs = (hub: Hub, { reports, beside, say }: JobContext) => ({
  'due-listings': async () => {
    say.answered()
    const moved = await runDueListings(
      hub.db,
      { now: hub.now(), deadlines: hub.config.policyPack.deadlines },
      reports('could not start or end due listings'),
    )
    if (moved > 0) hub.log.info({ moved }, 'started and ended listings')
  },
  'due-offers': async () => {
    say.answered()
    const closed = await closeDueOffers(hub, reports('could not close due offers'))
    if (closed > 0) hub.log.info({ closed }, 'closed offers that were not answered or paid in time')
  },
  'due-sales': async () => {
    say.answered()
    const moved = await runDueSales(hub, reports('could not start or end sales'))
    if (moved > 0) hub.log.info({ moved }, 'started and ended sales')
  },
  'old-notices': () => removeOldNotices(hub.db.owner, hub.now()),
  'price-rules': () =>
    beside.begin('price-rules', async (signal) => {
      const changed = await applyPriceRules(hub, {
        report: reports('could not apply the price rules of a seller'),
        signal,
      })
      if (changed > 0) hub.log.info({ changed }, 'changed prices by rules')
    }),
  reorder: () =>
    beside.begin('reorder', async (signal) => {
      const reckoned = await refreshAdvice(hub.db, {
        now: hub.now(),
        report: reports('could not work out what to reorder'),
        signal,
      })
      if (reckoned > 0) hub.log.info({ reckoned }, 'worked out what to reorder')
    }),
  'shop-pictures': () =>
    beside.begin('shop-pictures', async (signal) => {
      const shown = await fetchPictures(hub, signal)
      if (shown > 0) hub.log.info({ shown }, 'fetched pictures of listings')
    }),
  'unused-pictures': () =>
    beside.begin('unused-pictures', async (signal) => {
      const { removed } = await removeUnusedPictures(hub, { signal })
      if (removed > 0) hub.log.info({ removed }, 'removed unused pictures')
    }),
})
