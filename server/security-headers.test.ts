import { describe, expect, it } from 'vitest'
import { headersOfAll, headersOfDecoder, headersOfPages, isDecoder } from './security-headers.ts'

describe('the headers of pages', () => {
  it('allow scripts by nonce only and no framing', () => {
    const policy = headersOfPages({ nonce: 'abc', imageOrigins: [], frameAncestors: [] })['Content-Security-Policy']
    expect(policy).toContain(`script-src 'self' 'nonce-abc'`)
    expect(policy).toContain(`frame-ancestors 'none'`)
    expect(policy).not.toContain('unsafe')
  })

  it('allow framing by the sites that a page names', () => {
    const frameAncestors = ["'self'", 'https://market.example']
    const policy = headersOfPages({ nonce: 'a', imageOrigins: [], frameAncestors })
    expect(policy['Content-Security-Policy']).toMatch(/; frame-ancestors 'self' https:\/\/market\.example$/)
  })
})

it('the headers of all responses require https and isolate windows only if the hub uses https', () => {
  expect(Object.keys(headersOfAll({ https: false }))).toEqual(['X-Content-Type-Options', 'Referrer-Policy'])
  expect(headersOfAll({ https: true })).toMatchObject({
    'Strict-Transport-Security': 'max-age=31536000',
    'Cross-Origin-Opener-Policy': 'same-origin',
  })
})

it('the headers of the barcode decoder alone allow WebAssembly', () => {
  expect(headersOfDecoder['Content-Security-Policy']).toContain("'wasm-unsafe-eval'")
  expect(['/assets/barcode-worker-abc.js', '/assets/hub-abc.js', '/barcode-worker-abc.js'].map(isDecoder)).toEqual([
    true,
    false,
    false,
  ])
})
