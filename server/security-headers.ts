/** What the security headers of an answer depend on. */
export interface SecurityOptions {
  nonce: string
  /** The hub is reached by https: browsers must not fall back to http. */
  https: boolean
  /** Where pictures may come from besides the hub itself: the operator's logo. */
  imageOrigins: readonly string[]
  /** Who may frame this page, as sources of the policy; nobody where there are none. */
  frameAncestors: readonly string[]
}

/**
 * Security headers of every answer. Scripts and styles run only from the hub's own files or with this answer's nonce;
 * a page may be framed only by whom it names, as
 * nearly none does; nothing is loaded from elsewhere.
 */
export function securityHeaders({
  nonce,
  https,
  imageOrigins,
  frameAncestors,
}: SecurityOptions): Record<string, string> {
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
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    ...(https ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}
