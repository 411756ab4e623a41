import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import '#shui/index.ts'
import { KitPage } from './kit-page.tsx'

const root = document.querySelector('#root')
if (root === null) throw new Error('no root')
const { pathname, search } = location
hydrateRoot(
  root,
  <StrictMode>
    <KitPage address={pathname + search} />
  </StrictMode>,
  { onRecoverableError: (error) => reportError(error) },
)
document.documentElement.dataset['hydrated'] = ''
