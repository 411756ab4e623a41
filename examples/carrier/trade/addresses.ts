import type { Address } from '../parcel.ts'

const postcodes: Readonly<Record<string, RegExp>> = {
  GB: /^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/,
  US: /^\d{5}(-\d{4})?$/,
  DE: /^\d{5}$/,
  FR: /^\d{5}$/,
  IT: /^\d{5}$/,
  ES: /^\d{5}$/,
  CH: /^\d{4}$/,
  AT: /^\d{4}$/,
  NL: /^\d{4} [A-Z]{2}$/,
}

/** Problems of an address in words, and how the carrier would write it if that differs. */
export function checkAddress(address: Address): { problems: string[]; suggestion: Address | null } {
  const { name, lines, city, postcode, country } = address
  const form = postcodes[country]
  const code = tidyPostcode(postcode, country)
  const problems = [
    ...(name === '' ? ['The name is missing'] : []),
    ...(lines.every((line) => line === '') ? ['The street is missing'] : []),
    ...(city === '' ? ['The town is missing'] : []),
    ...(form && !code ? ['The postcode is missing'] : []),
    ...(form && code && !form.test(code) ? [`${code} is not a postcode of ${country}`] : []),
  ]
  const suggestion = { ...address, city: city.replaceAll(/\s+/g, ' '), postcode: code }
  const isSame = suggestion.city === city && code === postcode
  return { problems, suggestion: problems.length > 0 || isSame ? null : suggestion }
}

function tidyPostcode(postcode: string | null, country: string): string | null {
  const plain = postcode?.toUpperCase().replaceAll(/\s+/g, ' ').trim() || null
  const [, head, tail] = /^(\w+?) ?(\d[A-Z]{2}|[A-Z]{2})$/.exec(plain ?? '') ?? []
  return head && tail && (country === 'GB' || country === 'NL') ? `${head} ${tail}` : plain
}
