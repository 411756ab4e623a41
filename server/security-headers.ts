export interface PageSecurity {
  nonce: string
  /** Other origins of images: the operator's logo. */
  imageOrigins: readonly string[]
  frameAncestors: readonly string[]
}

/**
 * Security headers of every response, including files. HSTS covers this host only: its subdomains are not the hub's to
 * decide. Browsers report an error for an opener policy on plain HTTP, and ignore it.
 */
export function headersOfAll({ https }: { https: boolean }): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    ...(https ? { 'Strict-Transport-Security': 'max-age=31536000', 'Cross-Origin-Opener-Policy': 'same-origin' } : {}),
  }
}

/**
 * Additional security headers of pages. Scripts and styles load only from the hub's files or with the nonce; nothing
 * loads from other origins, and framing is limited to `frameAncestors`.
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
  }
}

/** Security headers of a worker's script, whose own policy applies: only the decoder of barcodes runs WebAssembly. */
export const headersOfDecoder = {
  'Content-Security-Policy': `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'`,
} as const

/** Whether a file is that worker's script (`features/machinery/scanning/barcode-worker.ts`). */
export const isDecoder = (path: string): boolean => path.startsWith('/assets/barcode-worker-') && path.endsWith('.js')
