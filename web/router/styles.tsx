import { createContext, use } from 'react'

const StyleContext = createContext<string | undefined>(undefined)

/** Provides the URL of the style sheet; server only. */
export const StyleProvider = StyleContext.Provider

export function Styles() {
  const given = use(StyleContext)
  const href =
    given ??
    (typeof document === 'undefined' ? undefined : document.querySelector('link[rel=stylesheet]')?.getAttribute('href'))
  return href ? <link rel="stylesheet" href={href} /> : null
}
