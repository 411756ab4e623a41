import { describe, expect, it } from 'vitest'
import { securityHeaders } from './security-headers.ts'

describe('securityHeaders', () => {
  it('allows scripts by nonce only and no frame', () => {
    const policy = securityHeaders({ nonce: 'abc', https: false, imageOrigins: [] })['Content-Security-Policy']
    expect(policy).toContain(`script-src 'self' 'nonce-abc'`)
    expect(policy).toContain(`frame-ancestors 'none'`)
    expect(policy).not.toContain('unsafe')
  })

  it('asks for https only where the hub has it', () => {
    expect(securityHeaders({ nonce: 'a', https: false, imageOrigins: [] })).not.toHaveProperty(
      'Strict-Transport-Security',
    )
    expect(securityHeaders({ nonce: 'a', https: true, imageOrigins: [] })).toHaveProperty('Strict-Transport-Security')
  })
})
