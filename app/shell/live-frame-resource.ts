import { sellerLoader } from '#web/guard.server.ts'
import { safeNext } from '#web/safe-next.ts'
import { frameModel, startFrame } from './read-frame.server.ts'
import type { ShellModel } from './shell-view.ts'

/** The parts of the frame that change while a page is open. */
export interface LiveFrame {
  shop: string
  frame: Pick<ShellModel, 'header' | 'navItems' | 'navGroups' | 'messagesLinkData'>
}

/** The frame's current counts for the page at `at`; JSON. */
export const loader = sellerLoader('hub.view', async (args) => {
  // Restricted to paths of the hub; the navigation only compares it with its links.
  const url = new URL(safeNext(args.url.searchParams.get('at')) ?? '/', args.url)
  const here = { ...args, url }
  const frame = startFrame(here)
  const [messages, counts, tasks, listings, offers, payments, savedViews] = await Promise.all([
    frame.messages,
    frame.counted?.counts,
    frame.counted?.tasks,
    frame.counted?.listings,
    frame.counted?.offers,
    frame.counted?.payments,
    frame.savedViews,
  ])
  const counted =
    counts && tasks && listings && offers && payments ? { counts, tasks, listings, offers, payments } : null
  const { header, navItems, navGroups, messagesLinkData } = frameModel(here, { messages, counted, savedViews })
  const frameNow = { header, navItems, navGroups, messagesLinkData }
  return Response.json({ shop: args.seller.username, frame: frameNow } satisfies LiveFrame)
})
