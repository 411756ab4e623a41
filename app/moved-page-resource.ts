import { sellerLoader } from '#web/guard.server.ts'
import { isAtOrBelow, paths, places } from '#web/paths.ts'
import { redirect } from '#web/router/router.ts'

/** Addresses that moved: uploads have one page, bulk edits are in the change history, locations are a tab of the inventory. */
export const loader = sellerLoader('files.upload', ({ url }) => {
  if (isAtOrBelow(places.settings, url.pathname))
    return Promise.resolve(redirect(paths.stockLocations(), { status: 302 }))
  if (url.pathname.endsWith('/bulk-edits')) return Promise.resolve(redirect(paths.listingChanges(), { status: 302 }))
  const file = url.searchParams.get('file')
  const ofNone = url.pathname.endsWith('/tracking') ? paths.uploadOf('tracking') : paths.uploads
  return Promise.resolve(redirect(file === null ? ofNone : paths.upload(file), { status: 302 }))
})
