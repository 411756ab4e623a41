import { StrictMode, useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import '#shui/index.ts'
import { KitPage } from './kit-page.tsx'

/** The server-rendered page; marks `<html>` when all effects have run and rendered. */
function Hydrated() {
  const [ran, setRan] = useState(false)
  useEffect(() => {
    // Batched with state set by other effects.
    // oxlint-disable-next-line react/set-state-in-effect -- see above
    setRan(true)
    if (ran) document.documentElement.dataset['hydrated'] = ''
  }, [ran])
  return <KitPage address={location.pathname + location.search} />
}

const container = document.querySelector('#root')
if (container === null) throw new Error('no root')
const hydrate = () =>
  hydrateRoot(
    container,
    <StrictMode>
      <Hydrated />
    </StrictMode>,
    { onRecoverableError: (error) => reportError(error) },
  )
let root = hydrate()

/** After a URL change: hydrates the new server HTML in the current document. */
async function showAddress(): Promise<void> {
  const html = await (await fetch(location.href)).text()
  root.unmount()
  delete document.documentElement.dataset['hydrated']
  container!.innerHTML = new DOMParser().parseFromString(html, 'text/html').querySelector('#root')!.innerHTML
  root = hydrate()
}
window.addEventListener('kit:show', (event) => (event as CustomEvent<Promise<void>[]>).detail.push(showAddress()))
