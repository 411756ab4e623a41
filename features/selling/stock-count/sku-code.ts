/** Codes that a SKU may have beside its own, and characters of one. */
export const codeLimits = { codes: 20, length: 50 } as const

/** What is known of a code and the SKU that it shall name. */
export interface CodeFacts {
  sku: string
  /** Whether it is made of others, whose codes are scanned. */
  isKit: boolean
  /** Codes that were assigned to the SKU. */
  codes: number
  /** The SKU that the code names already; null if none. */
  named: string | null
}

export type CodeRefusal =
  | { reason: 'odd' | 'isKit' | 'tooMany' | 'known' }
  /** It names another SKU. */
  | { reason: 'taken'; sku: string }

/** Why a code cannot be assigned to a SKU; null if it can. */
export function codeRefusal(code: string, { sku, isKit, codes, named }: CodeFacts): CodeRefusal | null {
  if (code === '' || code.length > codeLimits.length || /\p{Cc}/u.test(code)) return { reason: 'odd' }
  if (isKit) return { reason: 'isKit' }
  if (named === sku) return { reason: 'known' }
  if (named !== null) return { reason: 'taken', sku: named }
  return codes >= codeLimits.codes ? { reason: 'tooMany' } : null
}
