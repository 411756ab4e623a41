import { Outlet, useLoaderData, useRouteLoaderData } from 'react-router'
import { countByState } from '#features/listings/listings-db.server.ts'
import { listingsNavigation } from '#features/listings/listings-navigation.ts'
import { ordersNavigation } from '#features/orders/orders-navigation.ts'
import { Frame } from '#shui/layout/frame.tsx'
import { SideArea } from '#shui/navigation/side-area.tsx'
import { ErrorPage } from '../error-page.tsx'
import { memberLoader } from '../guard.server.ts'
import { readNamed, withHeadStart } from '../named-wait.server.ts'
import { paths } from '../paths.ts'
import { sideCountTimeoutMs } from '../side-count.ts'
import type { loader as rootLoader } from '../root.tsx'
import { AccountMenu } from './account-menu.tsx'
import { startOrderCounts } from './order-counts.server.ts'
import { shellModel } from './shell-view.ts'

/** What the frame shows: counted anew with every page, so that navigation and page never disagree. */
export const loader = memberLoader(async ({ hub, requestId, signedIn, url, texts }) => {
  const { seller, member } = signedIn
  // The previous tool is a plain page of its own.
  if (seller && member.previousTool && url.pathname === paths.overview) return null
  const reader = seller && { sellerId: seller.id, memberId: member.id, now: hub.now(), zone: seller.timeZone }
  const waits = reader && startOrderCounts(hub, requestId, reader)
  const listings =
    seller &&
    readNamed(
      { hub, requestId, read: (work) => hub.db.asSeller(seller.id, 'read', work) },
      'listing counts',
      (db) => countByState(db, seller.id),
      sideCountTimeoutMs,
    )
  return shellModel({
    signedIn,
    url,
    texts,
    brand: hub.config.brand,
    storeUrl: hub.config.storeUrl,
    optOut: hub.config.optOut,
    previousToolOrigins: hub.config.previousToolOrigins,
    orders:
      waits &&
      ordersNavigation({
        ...(await withHeadStart(url, { counts: waits.counts })),
        savedViews: await waits.savedViews,
        url,
        texts,
      }),
    listings: listings && listingsNavigation({ ...(await withHeadStart(url, { counts: listings })), url, texts }),
  })
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
    <Frame
      brand={brand ? { name: brand.name, URL: paths.home, logoURL: brand.logoUrl } : null}
      header={shell.header}
      navItems={shell.navItems}
      navGroups={shell.navGroups}
      sectionLabel={shell.sectionLabel}
      headerEnd={<AccountMenu account={shell.account} />}
      side={
        <SideArea
          feedbackLinkData={shell.feedbackLinkData}
          optOutLinkData={shell.optOutLinkData}
          allowedOrigins={shell.previousToolOrigins}
        />
      }
    >
      {children}
    </Frame>
  )
}
