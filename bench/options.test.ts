import { describe, expect, it } from 'vitest'
import { OptionsError, readOptions, suites } from './options.ts'

describe('readOptions', () => {
  it('measures everything on a million orders unless told otherwise', () => {
    expect(readOptions([])).toMatchObject({ orders: 1_000_000, keep: false, only: suites, write: false })
  })

  it('reads flags', () => {
    const options = readOptions(['--quick', '--keep', '--only', 'pages,load'])
    expect(options).toMatchObject({ orders: 50_000, keep: true, only: ['pages', 'load'] })
  })

  it('takes a smaller marketplace where only what is not about rows is measured', () => {
    expect(readOptions(['--only', 'abuse'])?.orders).toBe(100_000)
    expect(readOptions(['--only', 'storm,abuse'])?.orders).toBe(100_000)
    expect(readOptions(['--only', 'abuse,pages'])?.orders).toBe(1_000_000)
  })

  it('keeps marketplaces of different sizes apart', () => {
    expect(readOptions(['--orders', '20000'])?.dataDir).not.toBe(readOptions(['--quick'])?.dataDir)
  })

  it('answers null for help', () => {
    expect(readOptions(['--help'])).toBeNull()
  })

  it.each([
    ['a word', ['--orders', 'many']],
    ['too few', ['--orders', '10']],
    ['an unknown suite', ['--only', 'pages,everything']],
    ['an unknown flag', ['--fast']],
  ])('refuses %s', (_, args) => {
    expect(() => readOptions(args)).toThrow(OptionsError)
  })
})
