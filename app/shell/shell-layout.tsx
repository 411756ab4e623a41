import { Suspense, use, useMemo, useEffect, useState } from 'react'
import { Outlet, useLoaderData, useLocation, useRouteLoaderData } from '#web/router/router.ts'
import type { PageMessagesModel } from '#features/home/messages/page-messages.server.ts'
import { PageMessages } from '#features/home/messages/page-messages.tsx'
import { compact, expand, type Compact } from '#lib/compact.ts'
import type { WaitOutcome } from '#lib/named-wait.ts'
import { headingsId } from '#shui/grid/grid-ids.ts'
import { Frame, pageEnd } from '#shui/layout/frame.tsx'
import { SideArea } from '#shui/navigation/side-area.tsx'
import { ErrorPage } from '../error-page.tsx'
import { memberLoader } from '#web/guard.server.ts'
import { withHeadStart, type Waited } from '#web/named-wait.server.ts'
import type { loader as rootLoader } from '../root.tsx'
import { AccountMenu } from './account-menu.tsx'
import { frameModel, isList, startFrame } from './read-frame.server.ts'
import { showsPreviousTool } from '#web/signed-in.ts'
import { readUndoNotice } from './undo-notice.server.ts'
import { UndoNotice, UndoToasts } from './undo-toasts.tsx'
import { useLiveFrame } from './use-live-frame.ts'
import { WhenOffline } from './when-offline.tsx'
import { Find } from './find.tsx'
import type { ShellModel } from './shell-view.ts'
import { useLoaded } from '#shui/use-loaded.ts'

interface Shell extends ShellModel {
  /** Id of the element after which nothing of the page moves: column headings, or the end. */
  still: string
  messages: Waited<PageMessagesModel>
  undo: Awaited<ReturnType<typeof readUndoNotice>>
}

/** Loads the frame with every page, so that navigation and page agree. */
export const loader = memberLoader(async (args) => {
  const { hub, signedIn, url } = args
  if (showsPreviousTool(signedIn, url.pathname)) return null
  const frame = startFrame(args)
  const [{ messages }, counted, savedViews, undo] = await Promise.all([
    withHeadStart(url, { messages: frame.messages }, hub.messagesHeadStartMs),
    frame.counted && withHeadStart(url, frame.counted),
    frame.savedViews,
    readUndoNotice(args),
  ])
  const shell: Shell = {
    ...frameModel(args, { messages, counted, savedViews }),
    still: isList(url) ? headingsId : pageEnd,
    messages,
    undo,
  }
  return compact(shell)
})

export default function ShellLayout() {
  return (
    <Framed>
      <Outlet />
    </Framed>
  )
}

/** A failing page keeps its frame. */
export function ErrorBoundary() {
  return (
    <Framed>
      <ErrorPage />
    </Framed>
  )
}

function Framed({ children }: { children: React.ReactNode }) {
  const packed = useLoaderData<Compact<Shell> | null | undefined>()
  const loaded = useMemo(() => packed && expand(packed), [packed])
  const shell = useLiveFrame(loaded)
  const brand = useRouteLoaderData<typeof rootLoader>('root')?.brand
  // Without frame data (failed, or nobody is signed in) the page is rendered alone.
  if (!shell) return <main>{children}</main>
  return (
    <>
      {/* Blocks rendering until nothing of the page moves any more. */}
      <link rel="expect" href={`#${shell.still}`} blocking="render" />
      <Frame
        brand={brand ? { name: brand.name, URL: shell.startHref, logoURL: brand.logoUrl } : null}
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
            <MarketplaceMessages messages={shell.messages} />
          </>
        }
      >
        {children}
      </Frame>
      <UndoToasts notice={shell.undo} />
      {shell.uploadHref && <DropFiles href={shell.uploadHref} />}
      <WhenOffline />
    </>
  )
}

/** Messages for this page. If loading takes long, only overlays appear; after a failure nothing does. */
function MarketplaceMessages({ messages }: { messages: Waited<PageMessagesModel> }) {
  const { key } = useLocation()
  if ('state' in messages) return messages.state === 'ready' ? <PageMessages model={messages.value} /> : null
  return (
    <Suspense key={key} fallback={null}>
      <LateMessages messages={messages} />
    </Suspense>
  )
}

function LateMessages({ messages }: { messages: Promise<WaitOutcome<PageMessagesModel>> }) {
  const outcome = use(messages)
  return outcome.state === 'ready' ? <PageMessages model={outcome.value} late /> : null
}

const loadTarget = () => import('./drop-target.tsx')

/** Loads what takes dropped files to the page for uploads once files are dragged over the hub. */
function DropFiles({ href }: { href: string }) {
  const [isDragged, setDragged] = useState(false)
  const code = useLoaded(loadTarget, isDragged, () => setDragged(false))
  useEffect(() => {
    const drag = ({ dataTransfer }: DragEvent) => setDragged(dataTransfer?.types.includes('Files') === true)
    addEventListener('dragenter', drag)
    return () => removeEventListener('dragenter', drag)
  }, [])
  return code && <code.DropTarget href={href} />
}
