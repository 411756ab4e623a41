import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { KitPage } from './kit-page.tsx'

/** HTML of the page at `address`. */
export function render(address: string): string {
  return renderToString(
    <StrictMode>
      <KitPage address={address} />
    </StrictMode>,
  )
}
