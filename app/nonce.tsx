import { createContext, use } from 'react'

const NonceContext = createContext<string | undefined>(undefined)

/** Gives the Content-Security-Policy nonce of this answer to what renders scripts; only on the server. */
export const NonceProvider = NonceContext.Provider

/** The nonce on the server; undefined in the browser, which hides it from scripts anyway. */
export function useNonce(): string | undefined {
  return use(NonceContext)
}
