import { StrictMode, useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import '#shui/index.ts'
import { KitPage } from './kit-page.tsx'

/** The page as the server rendered it; says on `<html>` when all effects have run and what they changed is drawn. */
function Hydrated() {
  const [ran, setRan] = useState(false)
  useEffect(() => {
    // In one batch with what other effects set: drawn together.
    // oxlint-disable-next-line react/set-state-in-effect -- see above
    setRan(true)
    if (ran) document.documentElement.dataset['hydrated'] = ''
  }, [ran])
  return <KitPage address={location.pathname + location.search} />
}

const root = document.querySelector('#root')
if (root === null) throw new Error('no root')
hydrateRoot(
  root,
  <StrictMode>
    <Hydrated />
  </StrictMode>,
  { onRecoverableError: (error) => reportError(error) },
)
