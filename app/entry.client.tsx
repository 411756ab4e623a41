import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { TextsProvider } from '#texts/context.tsx'
import { loadMessages } from '#texts/load.client.ts'
import { createTexts } from '#texts/texts.ts'
import { tellZone } from './browser-zone.ts'
import { watchKeptPage } from './kept-page.ts'
import { startTracker } from '#web/tracking/tracker.ts'
import { TrackerProvider } from '#web/tracking/use-tracking.ts'

// The server wrote the reader's locale and zone on <html>: the same texts here, or hydration would differ.
const { lang: locale, dataset } = document.documentElement
// A reading that was called off, for a later one or on the way elsewhere, is no failure of whatever still waits for its end.
addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof DOMException && event.reason.name === 'AbortError') event.preventDefault()
})
// Before anything that could fail.
const tracker = startTracker(dataset.tracking)
watchKeptPage()
tellZone()
const texts = createTexts({ locale, timeZone: dataset.zone ?? 'UTC', messages: await loadMessages(locale) })

// What an error page stands for is a script error all the same: in the console, and in the beacon.
function reportFailure(error: unknown) {
  if (error instanceof Error) reportError(error)
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TextsProvider value={texts}>
        <TrackerProvider value={tracker}>
          <HydratedRouter onError={reportFailure} />
        </TrackerProvider>
      </TextsProvider>
    </StrictMode>,
  )
})
