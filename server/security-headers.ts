/** What the security headers of a page depend on. */
export interface PageSecurity {
  nonce: string
  /** Where pictures may come from besides the hub itself: the operator's logo. */
  imageOrigins: readonly string[]
  /** Who may frame this page, as sources of the policy; nobody where there are none. */
  frameAncestors: readonly string[]
}

/**
 * Security headers of every answer, also of files. Over https, browsers must not fall back to http on this host; what else
 * its domain serves is not the hub's to decide.
 */
export function headersOfAll({ https }: { https: boolean }): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    ...(https ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  }
}

/**
 * Security headers of every page, besides those of all. Scripts and styles run only from the hub's own files or with this answer's nonce;
 * a page may be framed only by whom it names, as
 * nearly none does; nothing is loaded from elsewhere.
 */
export function headersOfPages({ nonce, imageOrigins, frameAncestors }: PageSecurity): Record<string, string> {
  const policy = [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src ${["'self'", 'data:', ...imageOrigins].join(' ')}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors ${frameAncestors.length > 0 ? frameAncestors.join(' ') : "'none'"}`,
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'Permissions-Policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
  }
}
