import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { openPage, RouterProvider } from '#web/router/browser.tsx'
import { TextsProvider } from '#texts/context.tsx'
import { loadMessages } from '#texts/load.client.ts'
import { createTexts } from '#texts/texts.ts'
import { unsentEvent } from './forms/unsent-event.ts'
import { reportTimeZone } from './report-time-zone.ts'
import { watchRestoredPage } from './restored-page.ts'
import { frame } from 'virtual:frame'
import { isLostRequest } from '#lib/lost-request.ts'
import { loadFailure } from '#web/load-failure.ts'
import { startTracker } from '#web/site-speed/tracker.ts'
import { TrackerProvider } from '#web/site-speed/use-tracking.ts'

// Locale and zone come from <html>, so that hydration renders the same texts as the server.
const { lang: locale, dataset } = document.documentElement
// Keeps what is no error of a script out of the console too.
addEventListener('unhandledrejection', (event) => {
  if (isLostRequest(event.reason)) event.preventDefault()
})
// First, so that it records all errors.
const tracker = startTracker(dataset.tracking)
watchRestoredPage()
reportTimeZone()
const texts = createTexts({ locale, timeZone: dataset.zone ?? 'UTC', messages: await loadMessages(locale) })
const router = await openPage({
  frame,
  onLostForm: () => dispatchEvent(new CustomEvent(unsentEvent, { detail: { reason: 'lost' } })),
})

// Errors shown as an error page are also logged to the console and reported in the beacon, unless a request was lost.
function reportFailure(error: unknown) {
  loadFailure.error = error
  if (error instanceof Error && !isLostRequest(error)) reportError(error)
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TextsProvider value={texts}>
        <TrackerProvider value={tracker}>
          {/* Two children, as on the server: `useId` counts them. */}
          <RouterProvider router={router} onError={reportFailure} />
          {null}
        </TrackerProvider>
      </TextsProvider>
    </StrictMode>,
  )
})
