import { createContext } from 'react'

/** Which line of a page's lists stands open, one at a time. Null where lines open nothing in place. */
export interface OpenTask {
  key: string | null
  open: (key: string) => void
  close: () => void
}

/** Of the page that the lists are on. */
export const OpenTaskContext = createContext<OpenTask | null>(null)
