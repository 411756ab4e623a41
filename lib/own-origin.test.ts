import { describe, expect, it } from 'vitest'
import { isOwnOrigin } from './own-origin.ts'

const asked = (headers: Record<string, string>) =>
  new Request('https://hub.example/sh/ord', { method: 'POST', headers })

describe('isOwnOrigin', () => {
  it.each([
    ['says nothing', {}],
    ['names the address that browsers use', { origin: 'https://hub.example', host: '10.0.0.7:3000' }],
    ['names the host that was asked', { origin: 'https://other.example:8443', host: 'other.example:8443' }],
  ])('is true for a request that %s', (_, headers) => expect(isOwnOrigin(asked(headers))).toBe(true))

  it.each([
    ['https://evil.example'],
    ['https://hub.example.evil.example'],
    ['https://hub.example:8443'],
    // Attackers on the network can forge pages on plain HTTP.
    ['http://hub.example'],
    ['null'],
    [''],
  ])('is false for a request from %j', (origin) =>
    expect(isOwnOrigin(asked({ origin, host: 'hub.example' }))).toBe(false),
  )
})
