import { createContext, use } from 'react'
import type { Texts } from './texts.ts'

const TextsContext = createContext<Texts | null>(null)

/** Gives the reader's texts to everything below. */
export const TextsProvider = TextsContext.Provider

/** The reader's texts, on the server and in the browser alike. */
export function useTexts(): Texts {
  const texts = use(TextsContext)
  if (!texts) throw new Error('useTexts needs a TextsProvider above it')
  return texts
}
