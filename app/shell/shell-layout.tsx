import { Suspense, use } from 'react'
import { Outlet, useLoaderData, useLocation, useRouteLoaderData } from 'react-router'
import { listingsNavigation } from '#features/listings/listings-navigation.ts'
import { startPageMessages, type PageMessagesModel } from '#features/messages/page-messages.server.ts'
import { PageMessages } from '#features/messages/page-messages.tsx'
import { ordersNavigation } from '#features/orders/orders-navigation.ts'
import type { DueTasks } from '#features/tasks/tasks-db.server.ts'
import { taskReader } from '#features/tasks/tasks-read.server.ts'
import type { WaitOutcome } from '#lib/named-wait.ts'
import { Frame, pageEnd } from '#shui/layout/frame.tsx'
import type { NavCount } from '#shui/navigation/navigation-model.ts'
import { SideArea } from '#shui/navigation/side-area.tsx'
import type { Texts } from '#texts/texts.ts'
import { ErrorPage } from '../error-page.tsx'
import { memberLoader } from '#web/guard.server.ts'
import { withHeadStart, type Waited } from '#web/named-wait.server.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import { sideCount } from '#web/side-count.ts'
import type { loader as rootLoader } from '../root.tsx'
import { AccountMenu } from './account-menu.tsx'
import { readUndoNotice } from './undo-notice.server.ts'
import { UndoNotice, UndoToasts } from './undo-toasts.tsx'
import { WhenOffline } from './when-offline.tsx'
import { Find } from './find.tsx'
import { startFrameCounts } from './frame-counts.server.ts'
import { shellModel } from './shell-view.ts'

/** Longer than other parts have: a message that comes after the page would push it down. */
const messagesHeadStartMs = 500

/** What the frame shows: counted anew with every page, so that navigation and page never disagree. */
export const loader = memberLoader(async (args) => {
  const { hub, signedIn, url, texts } = args
  const { seller, member } = signedIn
  // The previous tool is a plain page of its own.
  if (seller && member.previousTool && url.pathname === paths.overview) return null
  const now = hub.now()
  const mayShip = seller !== null && mayDo(seller.role, 'orders.ship')
  const mayTalk = seller !== null && mayDo(seller.role, 'buyers.talk')
  const waits =
    seller &&
    startFrameCounts(args, {
      memberId: member.id,
      ...taskReader(seller, { now, deadlines: hub.config.policyPack.deadlines }),
    })
  const [{ messages }, counted, savedViews, undo] = await Promise.all([
    withHeadStart(url, { messages: startPageMessages(args, now) }, messagesHeadStartMs),
    waits && withHeadStart(url, { counts: waits.counts, tasks: waits.tasks, listings: waits.listings }),
    waits?.savedViews,
    readUndoNotice(args),
  ])
  const shell = shellModel({
    signedIn,
    url,
    texts,
    brand: hub.config.brand,
    storeUrl: hub.config.storeUrl,
    optOut: hub.config.optOut,
    previousToolOrigins: hub.config.previousToolOrigins,
    orders:
      counted && savedViews
        ? ordersNavigation({ counts: counted.counts, savedViews, mayShip, mayTalk, url, texts })
        : null,
    dueTasks: counted && sideCount(counted.tasks, texts, (due) => dueCount(due, texts)),
    listings: counted && listingsNavigation({ counts: counted.listings, url, texts }),
    unreadMessages: sideCount(messages, texts, ({ unread }) => unreadCount(unread, texts)),
  })
  return { ...shell, messages, undo }
})

/** The frame around every page of a signed-in member. */
export default function ShellLayout() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}

/** A page that fails keeps its frame. */
export function ErrorBoundary() {
  return (
    <Shell>
      <ErrorPage />
    </Shell>
  )
}

function Shell({ children }: { children: React.ReactNode }) {
  const shell = useLoaderData<typeof loader>() as Awaited<ReturnType<typeof loader>> | undefined
  const brand = useRouteLoaderData<typeof rootLoader>('root')?.brand
  // Without the frame's own data (it failed, or nobody is signed in) the page stands alone.
  if (!shell) return <main>{children}</main>
  return (
    <>
      {/* Drawn half read, a page would move with what follows: columns are as wide as all their texts. */}
      <link rel="expect" href={`#${pageEnd}`} blocking="render" />
      <Frame
        brand={brand ? { name: brand.name, URL: paths.home, logoURL: brand.logoUrl } : null}
        header={shell.header}
        navItems={shell.navItems}
        navGroups={shell.navGroups}
        sectionLabel={shell.sectionLabel}
        find={<Find />}
        headerEnd={<AccountMenu account={shell.account} />}
        side={
          <SideArea
            messagesLinkData={shell.messagesLinkData}
            feedbackLinkData={shell.feedbackLinkData}
            optOutLinkData={shell.optOutLinkData}
            allowedOrigins={shell.previousToolOrigins}
          />
        }
        messages={
          <>
            <UndoNotice notice={shell.undo} />
            <Said messages={shell.messages} />
          </>
        }
      >
        {children}
      </Frame>
      <UndoToasts notice={shell.undo} />
      <WhenOffline />
    </>
  )
}

/** What the marketplace says on this page; where that takes longer only what lies over it, and nothing where it does not come. */
function Said({ messages }: { messages: Waited<PageMessagesModel> }) {
  const { key } = useLocation()
  if ('state' in messages) return messages.state === 'ready' ? <PageMessages model={messages.value} /> : null
  return (
    <Suspense key={key} fallback={null}>
      <SaidLater messages={messages} />
    </Suspense>
  )
}

function SaidLater({ messages }: { messages: Promise<WaitOutcome<PageMessagesModel>> }) {
  const outcome = use(messages)
  return outcome.state === 'ready' ? <PageMessages model={outcome.value} late /> : null
}

function unreadCount(unread: number, { t, number }: Texts): NavCount | null {
  if (unread === 0) return null
  return { text: number(unread), urgent: true, accessibilityText: t('kit.unread', { count: number(unread) }) }
}

/** What is late or due today; in red where something is late. */
function dueCount({ late, today }: DueTasks, { t, number }: Texts): NavCount | null {
  if (late + today === 0) return null
  const n = number(late + today)
  return { text: n, urgent: late > 0, accessibilityText: t('tasks.due.count', { n }) }
}
