import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clientNetwork } from './client-network.ts'

describe('clientNetwork', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('of %s is %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network)
  })

  it('is the same for all addresses of a /64', () => {
    const group = fc.integer({ min: 0, max: 0xff_ff }).map((value) => value.toString(16))
    const four = fc.tuple(group, group, group, group).map((groups) => groups.join(':'))
    const same = fc.property(four, four, four, (network, one, other) => {
      return clientNetwork(`${network}:${one}`) === clientNetwork(`${network}:${other}`)
    })
    expect(fc.check(same)).toMatchObject({ failed: false })
  })
})
