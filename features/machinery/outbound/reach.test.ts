import { describe, expect, it } from 'vitest'
import { parseNetwork, reachOf, urlProblem } from './reach.ts'

const isPublic = (address: string) => reachOf([])(address, 'https:')

describe('a webhook', () => {
  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.0.9',
    // Metadata services of clouds.
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    '3fff::1',
    'fc00::1',
    'fd12:3456::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
  ])('never goes to %s', (address) => expect(isPublic(address)).toBe(false))

  it.each([
    '8.8.8.8',
    '100.128.0.1',
    '172.32.0.1',
    '192.167.1.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450::1',
  ])('goes to %s', (address) => {
    expect(isPublic(address)).toBe(true)
    expect(reachOf([])(address, 'http:')).toBe(false)
  })

  it('goes to the operator’s configured networks, also by http, and to no other private one', () => {
    const reach = reachOf(['10.1.0.0/16', 'fd00::/8'])
    expect(['10.1.2.3', 'fd00::7'].map((address) => reach(address, 'http:'))).toEqual([true, true])
    expect(['10.2.0.1', '127.0.0.1', '::1'].map((address) => reach(address, 'https:'))).toEqual([false, false, false])
  })
})

describe('the address of an endpoint', () => {
  it.each([
    ['https://shop.example/hooks?a=b', null],
    ['http://shop.example/', 'no-https'],
    ['ftp://shop.example/', 'no-url'],
    ['shop.example', 'no-url'],
    ['https://user:secret@shop.example/', 'no-url'],
    ['https://shop.example/#part', 'no-url'],
    [`https://shop.example/${'x'.repeat(500)}`, 'no-url'],
    ['https://127.0.0.1/', 'closed-network'],
    // Other spellings of 127.0.0.1 in browsers and on this machine.
    ['https://2130706433/', 'closed-network'],
    ['https://0x7f.1/', 'closed-network'],
    ['https://0177.0.0.1/', 'closed-network'],
    ['https://[::1]:8443/', 'closed-network'],
    ['https://[::ffff:7f00:1]/', 'closed-network'],
    ['https://169.254.169.254/latest/meta-data', 'closed-network'],
  ])('%s: %s', (url, problem) => expect(urlProblem(url, [])).toBe(problem))

  it('may be http if the operator has configured networks', () => {
    expect(urlProblem('http://10.1.0.5:9000/', ['10.1.0.0/16'])).toBeNull()
    expect(urlProblem('http://8.8.8.8/', ['10.1.0.0/16'])).toBe('closed-network')
  })
})

it('a network is an address or a range', () => {
  expect(parseNetwork(' 10.1.0.0/16 ')).toEqual({ address: '10.1.0.0', prefix: 16, family: 'ipv4' })
  expect(parseNetwork('::1')).toEqual({ address: '::1', prefix: 128, family: 'ipv6' })
  expect(['', '10.1.0.0/33', 'shop.example', '10.1/16', 'fe80::1%eth0', '::/129'].map(parseNetwork)).toEqual(
    Array(6).fill(null),
  )
})
