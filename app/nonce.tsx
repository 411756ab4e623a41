import { createContext, use } from 'react'

const NonceContext = createContext<string | undefined>(undefined)

/** Provides the response's Content-Security-Policy nonce to rendered scripts; server only. */
export const NonceProvider = NonceContext.Provider

/** The nonce on the server; undefined in the browser, which hides it from scripts. */
export function useNonce(): string | undefined {
  return use(NonceContext)
}
