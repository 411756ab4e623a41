/**
 * Country names of the file. Channel Islands map to Jersey. Names that are no countries map to Unicode's codes for a
 * union and for unknown.
 */
const codes: Readonly<Record<string, string>> = {
  Australia: 'AU',
  Austria: 'AT',
  Bahrain: 'BH',
  Belgium: 'BE',
  Brazil: 'BR',
  Canada: 'CA',
  'Channel Islands': 'JE',
  Cyprus: 'CY',
  'Czech Republic': 'CZ',
  Denmark: 'DK',
  EIRE: 'IE',
  'European Community': 'EU',
  Finland: 'FI',
  France: 'FR',
  Germany: 'DE',
  Greece: 'GR',
  'Hong Kong': 'HK',
  Iceland: 'IS',
  Israel: 'IL',
  Italy: 'IT',
  Japan: 'JP',
  Lebanon: 'LB',
  Lithuania: 'LT',
  Malta: 'MT',
  Netherlands: 'NL',
  Norway: 'NO',
  Poland: 'PL',
  Portugal: 'PT',
  RSA: 'ZA',
  'Saudi Arabia': 'SA',
  Singapore: 'SG',
  Spain: 'ES',
  Sweden: 'SE',
  Switzerland: 'CH',
  USA: 'US',
  'United Arab Emirates': 'AE',
  'United Kingdom': 'GB',
}

/** Code of a country; `ZZ` if it is unknown. */
export const retailCountry = (name: string): string => codes[name] ?? 'ZZ'
