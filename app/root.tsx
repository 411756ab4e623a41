import interLatin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import './fonts.css'
import '#shui/tokens.css'
import '#shui/reset.css'
import '#shui/boxes.css'
import { useEffect, useMemo, type ReactNode } from 'react'
import { Outlet, ScrollRestoration, useRouteLoaderData } from '#web/router/router.ts'
import { Styles } from '#web/router/styles.tsx'
import { readCookie } from '#lib/cookie.ts'
import { isOldBrowser } from '#lib/old-browser.ts'
import { ShuiProvider } from '#shui/context.tsx'
import { oldBrowserCookie, OldBrowserNotice } from '#shui/old-browser/old-browser-notice.tsx'
import { useTexts } from '#texts/context.tsx'
import { ErrorPage } from './error-page.tsx'
import { WatchForms } from './forms/watch-forms.tsx'
import { useNonce } from './nonce.tsx'
import { PageArrival } from './page-arrival.tsx'
import { FollowLinks, RouterLink } from '#web/router/links.tsx'
import { shuiLabels } from './shui-labels.ts'
import { keepEarlyErrors } from '#web/site-speed/early-errors.ts'
import { trackingWanted } from '#web/site-speed/tracking-wanted.ts'
import { useOperations } from './operations/use-operations.ts'
import { PageViews, useOnTracking } from '#web/site-speed/use-tracking.ts'
import { accentStyle } from '#web/accent-style.server.ts'
import { publicLoader } from '#web/guard.server.ts'
import { visitMiddleware } from './visit.server.ts'

export const middleware = [visitMiddleware]

export const loader = publicLoader(async ({ hub, signedIn, srt, reader, requestId, request: { headers } }) => {
  const { brand } = hub.config
  return {
    // Shown until dismissed.
    isOldBrowser:
      isOldBrowser(headers.get('user-agent')) && readCookie(headers.get('cookie') ?? '', oldBrowserCookie) === null,
    srt,
    reader,
    requestId,
    shop: signedIn?.seller?.displayName ?? null,
    theme: signedIn?.member.preferences.theme ?? null,
    density: signedIn?.member.preferences.density ?? null,
    tracking: trackingWanted(hub.config, headers),
    brand: {
      name: brand.name,
      logoUrl: brand.logoUrl,
      style: accentStyle(brand),
      supportEmail: brand.supportEmail,
    },
  }
})

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  const texts = useTexts()
  const nonce = useNonce()
  const labels = useMemo(() => shuiLabels(texts), [texts])
  // Marks the page as interactive; tests and the benchmark wait for this.
  useEffect(() => void (document.documentElement.dataset.hydrated = ''), [])
  const onTracking = useOnTracking()
  return (
    <html
      lang={texts.locale}
      data-zone={texts.timeZone}
      data-theme={root?.theme ?? 'auto'}
      data-density={root?.density ?? 'comfortable'}
      data-tracking={root?.tracking}
      data-reader={root?.reader}
    >
      <head>
        <meta charSet="utf-8" />
        {root?.tracking === undefined ? null : (
          <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: keepEarlyErrors }} />
        )}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="preload" href={interLatin} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Styles />
        {root?.brand.style ? (
          <style nonce={nonce} suppressHydrationWarning>
            {root.brand.style}
          </style>
        ) : null}
      </head>
      <body>
        <ShuiProvider
          Link={RouterLink}
          labels={labels}
          locale={texts.locale}
          token={root?.srt ?? null}
          onTracking={onTracking}
        >
          {root?.isOldBrowser ? (
            <OldBrowserNotice text={texts.t('shell.oldBrowser', { brand: root.brand.name })} nonce={nonce} />
          ) : null}
          <Operations>{children}</Operations>
        </ShuiProvider>
        <FollowLinks />
        <ScrollRestoration nonce={nonce} />
      </body>
    </html>
  )
}

/** Inside the provider whose token they send. */
function Operations({ children }: { children: ReactNode }) {
  return <ShuiProvider onAction={useOperations()}>{children}</ShuiProvider>
}

export default function Root() {
  return (
    <>
      <PageViews />
      <Outlet />
      <WatchForms />
      {/* After the page: focus set by the page takes precedence. */}
      <PageArrival />
    </>
  )
}

export function ErrorBoundary() {
  return (
    <main>
      <ErrorPage />
    </main>
  )
}
