const allowedSchemes: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel'])

/** Characters a browser drops or a reader cannot see: C0 and C1 controls, DEL, soft hyphen, zero-width spaces and direction marks. */
// eslint-disable-next-line no-control-regex -- naming the control characters is the purpose of this expression
const invisible = /[\u0000-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

/** Zero-width characters that belong to addresses: Persian and Indic words and joined emoji need them. */
const joiners = /[\u200c\u200d]/g

const scheme = /^([a-z][a-z0-9+.-]*):/i

/**
 * The URL that is safe in an `href`, or null.
 * Allows `http:`, `https:`, `mailto:`, `tel:` and relative URLs. Browsers ignore control characters and case in a
 * scheme, so they are removed before the check. Returns the cleaned URL with its joiners.
 */
export function safeUrl(url: unknown): string | null {
  if (typeof url !== 'string') return null
  const clean = url.replace(invisible, '').trim()
  const bare = clean.replace(joiners, '').trim()
  if (bare === '') return null
  const found = scheme.exec(bare)?.[1]
  if (found === undefined) return clean
  return allowedSchemes.has(found.toLowerCase()) ? clean : null
}

/** The absolute URL if `url`, resolved against `origin`, has that origin; else null. For URLs that receive a secret. */
export function sameOriginUrl(url: unknown, origin: string): string | null {
  return allowedOriginUrl(url, origin, [])
}

/** Like `sameOriginUrl`, but also allows listed origins by exact match (`https://old.example`). */
export function allowedOriginUrl(url: unknown, origin: string, allowedOrigins: readonly string[]): string | null {
  const safe = safeUrl(url)
  const resolved = safe === null ? null : readUrl(safe, origin)
  if (resolved === null || !resolved.protocol.startsWith('http')) return null
  const known = resolved.origin === new URL(origin).origin || allowedOrigins.includes(resolved.origin)
  return known ? resolved.href : null
}

/** Null for an invalid URL. `URL.canParse` is newer than the supported browsers. */
function readUrl(url: string, base: string): URL | null {
  try {
    return new URL(url, base)
  } catch {
    return null
  }
}
