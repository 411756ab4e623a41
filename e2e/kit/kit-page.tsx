import type { ReactNode } from 'react'
import '#shui/reset.css'
import '#shui/boxes.css'
import { Message, Messages, OptOut, ShuiProvider, TopNavigation } from '#shui/index.ts'
import type { MessageModel, OptOutModel } from '#shui/index.ts'
import { GalleryPage } from '#shui/gallery/gallery-page.tsx'
import { topNavigationFixtures } from '#shui/navigation/navigation-fixtures.ts'

/** A page with the kit only, determined by its URL, on server and browser alike. */
export function KitPage({ address }: { address: string }) {
  const url = new URL(address, 'http://kit.example')
  return (
    <ShuiProvider token={url.searchParams.get('token')} onTracking={tell}>
      <main>
        <h1 tabIndex={-1}>Kit</h1>
        <button type="button">Before</button>
        {content(url)}
        <button type="button">After</button>
      </main>
    </ShuiProvider>
  )
}

/** Records reports of components on `<html>`, in order. */
function tell(what: unknown): void {
  const { dataset } = document.documentElement
  dataset['told'] = JSON.stringify([...(JSON.parse(dataset['told'] ?? '[]') as unknown[]), what])
}

function content({ pathname, searchParams }: URL): ReactNode {
  const model: unknown = JSON.parse(searchParams.get('model') ?? 'null')
  switch (pathname) {
    case '/navigation':
      return topNavigationFixtures.slice(0, 1).map(({ name, props }) => <TopNavigation key={name} {...props} />)
    case '/messages':
      if (searchParams.has('each'))
        return (model as MessageModel[]).map((each, index) => <Message key={index} model={each} />)
      return <Messages models={model as MessageModel[]} reserve={searchParams.has('reserve')} onAction={tell} />
    case '/opt-out':
      return <OptOut model={model as OptOutModel} onAction={tell} />
    default:
      return (
        <GalleryPage
          component={searchParams.get('component')}
          state={searchParams.get('state')}
          href={(component, state) => `/gallery?${new URLSearchParams({ component, ...(state ? { state } : {}) })}`}
        />
      )
  }
}
