import { createContext } from 'react'

/** The line of a page that is open in place, at most one. Null if lines cannot be opened in place. */
export interface OpenTask {
  key: string | null
  open: (key: string) => void
  close: () => void
}

export const OpenTaskContext = createContext<OpenTask | null>(null)
