import { isCountry } from './is-country.ts'

/** Codes whose country is named by their first and last letter, and those with another one; others: the first two. */
const firstAndLast = new Set(
  'ABW AGO AND ARE ARM ATG AUT BDI BGD BHS BLZ BRB BRN CAF CHL CHN COD COG COK CPV CUW DNK ESH FLK FRO FSM GIN GLP GNQ GRD GRL GUF GUY IRQ JAM KAZ KOR LBR LBY MAF MDG MDV MEX MLT MNE MNP MOZ MTQ NIU PAK PCN PLW PNG POL PRT PRY PYF SEN SLB SLV SUR SVK SWE SWZ SYC TCD TKM TUN TUR TUV URY WLF'.split(
    ' ',
  ),
)
const others = new Map(
  'ALAAX ATAAQ ATFTF BENBJ BESBQ BIHBA BLRBY COMKM CYMKY ESTEE GNBGW IRLIE ISRIL MACMO MYTYT PRKKP SGSGS SPMPM SRBRS SVNSI UKRUA'
    .split(' ')
    .map((pair) => [pair.slice(0, 3), pair.slice(3)]),
)

/** The country of an ISO 3166 code of three letters, such as `GBR`; null if it is none. */
export function countryOfThree(code: string): string | null {
  if (!/^[A-Z]{3}$/.test(code)) return null
  const short = others.get(code) ?? code.slice(0, 1) + code.charAt(firstAndLast.has(code) ? 2 : 1)
  return isCountry(short) ? short : null
}
