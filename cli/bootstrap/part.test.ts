import { describe, expect, it } from 'vitest'
import { chosen } from './part.mjs'

describe('npm test with words', () => {
  it('takes the files whose path has one, also of a source file or a folder', () => {
    expect(chosen(['lib/money.ts'])).toEqual({ files: ['lib/money.test.ts'], command: ['run', 'lib/money.test.ts'] })
    expect(chosen(['lib/gtin', './lib/csv']).files).toEqual([
      'lib/csv-reader.test.ts',
      'lib/csv.test.ts',
      'lib/gtin.test.ts',
    ])
    expect(chosen(['features/core/fees']).files).toEqual([
      'features/core/fees/break-even.test.ts',
      'features/core/fees/fee.test.ts',
    ])
  })

  it('takes the tests whose name has them where no path does', () => {
    const { files, command } = chosen(['never', 'lets', 'them'])
    expect(files.length).toBeGreaterThan(0)
    expect(command.slice(-2)).toEqual(['--testNamePattern', 'never lets them'])
  })

  it('says so where no test has it', () => {
    // Assembled here, so that this file does not contain it.
    const word = ['zz', 'qx'].join('q')
    expect(() => chosen([word])).toThrow(`No test has “${word}” in its path, its name or its text.`)
  })
})
