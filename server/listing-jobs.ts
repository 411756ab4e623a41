import { fetchPictures } from '#api/sell/fetch-pictures.ts'
import { removeUnusedPictures } from '#features/core/listing-pictures/remove-unused.server.ts'
import { removeOldEdits } from '#features/selling/bulk-edit/bulk-edits-db.server.ts'
import { resumeEdits } from '#features/selling/bulk-edit/run-edit.server.ts'
import { runDueListings } from '#features/selling/listings/due-listings.server.ts'
import { removeOldNotices, tellShop } from '#features/shop/messages/shop-notices-db.server.ts'
import type { Hub } from '#web/hub.ts'
import type { JobContext } from './job-context.ts'

export const listingJobs = (hub: Hub, { reports, beside, say }: JobContext) => ({
  'bulk-edits': () =>
    beside.begin('bulk-edits', async (signal) => {
      const report = reports('could not apply a bulk edit')
      const resumed = await resumeEdits(hub, { report, signal, tell: (notice) => tellShop(hub, notice) })
      if (resumed > 0) hub.log.info({ resumed }, 'resumed bulk edits')
    }),
  'due-listings': async () => {
    say.answered()
    const moved = await runDueListings(
      hub.db,
      { now: hub.now(), deadlines: hub.config.policyPack.deadlines },
      reports('could not start or end due listings'),
    )
    if (moved > 0) hub.log.info({ moved }, 'started and ended listings')
  },
  'old-bulk-edits': async () => {
    await removeOldEdits(hub.db.owner, hub.now())
    await removeOldNotices(hub.db.owner, hub.now())
  },
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
