import { describe, expect, it } from 'vitest'
import { securityHeaders } from './security-headers.ts'

describe('securityHeaders', () => {
  it('allows scripts by nonce only and no frame', () => {
    const policy = securityHeaders({ nonce: 'abc', https: false, imageOrigins: [], frameAncestors: [] })[
      'Content-Security-Policy'
    ]
    expect(policy).toContain(`script-src 'self' 'nonce-abc'`)
    expect(policy).toContain(`frame-ancestors 'none'`)
    expect(policy).not.toContain('unsafe')
  })

  it('lets a page be framed by whom it names', () => {
    const frameAncestors = ["'self'", 'https://market.example']
    const policy = securityHeaders({ nonce: 'a', https: false, imageOrigins: [], frameAncestors })
    expect(policy['Content-Security-Policy']).toMatch(/; frame-ancestors 'self' https:\/\/market\.example$/)
  })

  it('asks for https only where the hub has it', () => {
    expect(securityHeaders({ nonce: 'a', https: false, imageOrigins: [], frameAncestors: [] })).not.toHaveProperty(
      'Strict-Transport-Security',
    )
    expect(securityHeaders({ nonce: 'a', https: true, imageOrigins: [], frameAncestors: [] })).toHaveProperty(
      'Strict-Transport-Security',
    )
  })
})
