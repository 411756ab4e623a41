import { describe, expect, it } from 'vitest'
import { systemNotice } from './setup.mjs'

const DATABASE_URL = 'postgres://hub@db.example/hub'

describe('the start', () => {
  it('says nothing on the systems that are tested', () => {
    for (const platform of ['linux', 'darwin']) expect(systemNotice(platform, {})).toBeNull()
  })

  it('says on any other what is missing and what to do, before anything is installed', () => {
    for (const [platform, name] of [
      ['win32', 'Windows'],
      ['freebsd', 'freebsd'],
    ] as const) {
      expect(() => systemNotice(platform, {})).toThrow(
        `The Seller Hub is tested on Linux and macOS, not on ${name}. It has no embedded PostgreSQL there: set DATABASE_URL`,
      )
      expect(() => systemNotice(platform, { DATABASE_URL: '' })).toThrow('set DATABASE_URL')
    }
  })

  it('goes on where there is a database, and says that nobody has tried', () => {
    expect(systemNotice('win32', { DATABASE_URL })).toBe('The Seller Hub is tested on Linux and macOS, not on Windows.')
  })
})
