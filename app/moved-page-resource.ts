import { sellerLoader } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { redirect } from '#web/router/router.ts'

/** Addresses of pages that the page for uploads took the place of. */
export const loader = sellerLoader('files.upload', ({ url }) => {
  const file = url.searchParams.get('file')
  const ofNone = url.pathname.endsWith('/tracking') ? paths.uploadOf('tracking') : paths.uploads
  return Promise.resolve(redirect(file === null ? ofNone : paths.upload(file), { status: 302 }))
})
