import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { addressLines, type PostalAddress } from './postal-address.ts'

const texts = (address: PostalAddress) => addressLines(address).map(({ text }) => text)
const at = (address: Partial<PostalAddress>): PostalAddress => ({
  name: 'N',
  line1: null,
  line2: null,
  city: 'C',
  region: null,
  postal_code: null,
  country: 'DE',
  ...address,
})

describe('an address', () => {
  it.each([
    [
      at({ line1: 'Kastanienallee 12', city: 'Berlin', postal_code: '10435' }),
      ['N', 'Kastanienallee 12', '10435 Berlin'],
    ],
    [
      at({ country: 'GB', line1: 'Flat 4, 27 Picton Street', city: 'Bristol', postal_code: 'BS6 5PZ' }),
      ['N', 'Flat 4, 27 Picton Street', 'Bristol', 'BS6 5PZ'],
    ],
    [
      at({ country: 'US', line1: '233 Main St', line2: 'Apt 5', city: 'Austin', region: 'TX', postal_code: '73301' }),
      ['N', '233 Main St', 'Apt 5', 'Austin, TX 73301'],
    ],
    [at({ country: 'US', city: 'Austin', postal_code: '73301' }), ['N', 'Austin 73301']],
    [at({ country: 'US', city: 'Austin', region: 'TX' }), ['N', 'Austin, TX']],
    [at({ country: 'CA', city: 'Montreal', region: 'QC', postal_code: 'H3Z 2Y7' }), ['N', 'Montreal QC H3Z 2Y7']],
    [at({ country: 'BR', city: 'Brasília', region: 'DF', postal_code: '70340-090' }), ['N', '70340-090 Brasília - DF']],
    [at({ country: 'IT', city: 'Roma', region: 'RM', postal_code: '00144' }), ['N', '00144 Roma RM']],
    [
      at({ country: 'HU', line1: 'Fő utca 1', city: 'Budapest', postal_code: '1011' }),
      ['N', 'Budapest', 'Fő utca 1', '1011'],
    ],
    [
      at({ country: 'JP', line1: '2-chome 1-1', city: 'Minato-ku', region: 'Tokyo', postal_code: '105-0011' }),
      ['N', '2-chome 1-1', 'Minato-ku, Tokyo 105-0011'],
    ],
    [
      at({
        country: 'JP',
        name: '山田花子',
        line1: '芝公園1-2-3',
        city: '港区',
        region: '東京都',
        postal_code: '105-0011',
      }),
      ['〒105-0011', '東京都 港区', '芝公園1-2-3', '山田花子'],
    ],
    [at({ country: 'AE', line1: 'شارع الكورنيش', city: 'أبوظبي' }), ['N', 'شارع الكورنيش', 'أبوظبي']],
  ])('follows its country’s postal format: %o', (address, lines) => {
    expect(texts(address)).toEqual(lines)
  })

  it('contains each part once and no empty line, whatever the country', () => {
    const word = fc.stringMatching(/^[A-Z][a-z0-9]{1,8}$/)
    const country = fc.constantFrom(
      'US',
      'CA',
      'GB',
      'NZ',
      'BR',
      'MX',
      'IT',
      'JP',
      'KR',
      'TH',
      'LV',
      'HU',
      'RU',
      'DE',
      'XX',
    )
    const maybe = fc.option(fc.oneof(word, fc.constant('  ')))
    expectForAll(
      fc.record({ name: word, line1: maybe, line2: maybe, city: word, region: maybe, postal_code: maybe, country }),
      (address) => {
        const lines = addressLines(address)
        const { country: _code, ...parts } = address
        const wanted = Object.values(parts).filter((part) => part !== null && part.trim() !== '')
        const found = lines.flatMap(({ text }) => text.split(/[ ,-]+/))
        expect(found.toSorted()).toEqual((wanted as string[]).toSorted())
        expect(lines.filter(({ isName }) => isName).map(({ text }) => text)).toEqual([address.name])
      },
    )
  })
})
