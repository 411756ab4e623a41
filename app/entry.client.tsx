import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { TextsProvider } from '#texts/context.tsx'
import { loadMessages } from '#texts/load.client.ts'
import { createTexts } from '#texts/texts.ts'

// The server wrote the reader's locale and zone on <html>: the same texts here, or hydration would differ.
const { lang: locale, dataset } = document.documentElement
const texts = createTexts({ locale, timeZone: dataset.zone ?? 'UTC', messages: await loadMessages(locale) })

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TextsProvider value={texts}>
        <HydratedRouter />
      </TextsProvider>
    </StrictMode>,
  )
})
