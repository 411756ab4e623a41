import type { Random } from '#lib/random.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { cameras, lenses } from './classics.ts'
import { rows, titleOf, type Condition, type Department, type CatalogueItem } from './catalogue-item.ts'

interface Model {
  department: Department
  brand: string
  name: string
  /** First and last year of manufacture; 0 if irrelevant. */
  years: readonly [number, number]
  /** Price in very good condition, in whole units of the currency. */
  price: number
  grams: number
  traits: readonly string[]
}

const cameraModels = `
Leica | M3 body | 1954-1966 | 1249 | 580 | single stroke; double stroke; serviced
Leica | M2 body | 1958-1967 | 1095 | 560 | self-timer; button rewind; serviced
Leica | M4 body | 1967-1975 | 1390 | 560 | chrome; serviced with papers; small engraving
Leica | M6 body | 1984-1998 | 2390 | 585 | classic, black; classic, chrome; wide finder bumps
Leica | IIIf red dial | 1952-1956 | 449 | 430 | with self-timer; new curtains; shutter serviced
Leica | IIIc | 1945-1950 | 339 | 420 | shutter serviced; sharkskin; new covering
Leica | CL body | 1973-1976 | 629 | 365 | meter works; meter replaced
Leica | R6.2 body | 1992-2002 | 549 | 590 | black; chrome
Leica | Minilux | 1995-2003 | 749 | 330 | no E02 error, film tested; with case
Rolleiflex | 3.5F Planar | 1958-1976 | 1290 | 1220 | serviced, new mirror; meter works; with case
Rolleiflex | 2.8E Xenotar | 1956-1959 | 1090 | 1220 | serviced; clean lens; with cap
Rolleiflex | Automat MX-EVS | 1954-1956 | 429 | 1000 | Tessar; Xenar, serviced
Rolleicord | Vb | 1962-1977 | 389 | 960 | type 2, clean; with 16 exposure kit
Rollei | 35 S | 1974-1980 | 349 | 345 | black; chrome, meter works; silver edition
Rollei | 35 T | 1974-1980 | 239 | 330 | chrome; black
Hasselblad | 500C/M | 1970-1994 | 1190 | 1490 | with 80 mm Planar CF and A12; body only, serviced; chrome
Hasselblad | 503CX | 1988-1994 | 1490 | 1500 | with PM5 prism; body and A12
Hasselblad | SWC/M | 1980-1988 | 2790 | 1420 | with finder; CF Biogon
Hasselblad | XPan | 1998-2002 | 3490 | 950 | with 45 mm f/4; rubber ok, boxed
Mamiya | RB67 Pro-SD | 1990-2003 | 629 | 2690 | with 127 mm KL; with 90 mm C and 120 back
Mamiya | RZ67 Professional II | 1993-2004 | 890 | 2490 | with 110 mm f/2.8; body and back
Mamiya | 7 II | 1999-2014 | 2990 | 920 | black, body; champagne, with 80 mm
Mamiya | C330 Professional S | 1983-1994 | 429 | 1700 | with 80 mm f/2.8; new seals
Pentax | 67II | 1998-2009 | 1490 | 1660 | with 105 mm f/2.4; AE prism works
Pentax | 6x7 MLU | 1976-1990 | 849 | 1810 | with 105 mm f/2.4; wooden grip
Pentax | LX | 1980-2001 | 349 | 570 | no sticky mirror; with FA-1 finder
Contax | G2 body | 1996-2005 | 1090 | 560 | titanium; black
Contax | T2 | 1990-2001 | 849 | 295 | champagne, film tested; titanium
Contax | S2 | 1992-1999 | 649 | 565 | 60 years edition; spot meter works
Contax | IIa colour dial | 1954-1961 | 369 | 600 | new curtain ribbons; with 50 mm f/2
Nikon | F2 Photomic | 1971-1980 | 329 | 840 | black, with 50 mm f/2; chrome; DP-1 works
Nikon | F Photomic FTn | 1968-1974 | 269 | 1000 | chrome, with 50 mm f/1.4; black; meter dead
Nikon | S2 rangefinder | 1954-1958 | 549 | 510 | chrome dial; with 50 mm f/1.4
Nikon | F6 | 2004-2020 | 1690 | 975 | low count, boxed; with MB-40
Nikon | FM3A | 2001-2006 | 749 | 570 | chrome; black, boxed
Nikon | 28Ti | 1994-1998 | 789 | 310 | film tested; with case
Canon | P rangefinder | 1958-1961 | 319 | 650 | shutter curtains flat; with 50 mm f/1.8
Canon | 7 | 1961-1964 | 289 | 620 | meter works; clean finder
Canon | New F-1 | 1981-1992 | 449 | 800 | AE finder; Los Angeles edition
Canon | T90 | 1986-1991 | 149 | 800 | no EEE; with data back
Olympus | Pen FT | 1966-1972 | 289 | 600 | with 38 mm f/1.8; mirror cleaned
Olympus | OM-4 Ti | 1986-2002 | 389 | 510 | champagne; black, low battery drain
Olympus | OM-3 | 1983-1986 | 949 | 540 | black; rare, serviced
Voigtlander | Bessa R2A | 2004-2012 | 649 | 430 | black; olive
Voigtlander | Bessa II Heliar | 1950-1956 | 890 | 900 | new bellows; with case
Voigtlander | Vitomatic IIa | 1959-1965 | 79 | 780 | Skopar, clean; meter works
Zeiss Ikon | Super Ikonta 532/16 | 1938-1956 | 229 | 980 | Tessar, coated; new bellows
Zeiss Ikon | Contessa 35 | 1950-1955 | 149 | 600 | Tessar f/2.8; meter works
Zeiss Ikon | ZM body | 2004-2012 | 1190 | 460 | black; silver
Kodak | Retina IIIC | 1957-1960 | 159 | 700 | big C; with case and manual
Fujifilm | GW690 III | 1992-2003 | 749 | 1510 | count 120; lens hood firm
Fujifilm | GF670 | 2009-2014 | 1890 | 1000 | black, boxed; silver
Fujifilm | Klasse W | 2007-2012 | 990 | 270 | black; film tested
Minolta | CLE | 1980-1984 | 689 | 375 | with 40 mm f/2; no leak
Minolta | TC-1 | 1996-2005 | 1090 | 185 | film tested; with leather case
Linhof | Technika V 4x5 | 1963-1976 | 690 | 2700 | with Symmar 150 mm; new bellows
Graflex | Speed Graphic 4x5 | 1947-1970 | 349 | 2400 | Ektar 127 mm; rangefinder adjusted
Intrepid | 4x5 Mk 5 | 2021-2024 | 229 | 1200 | black bellows; red bellows
Kiev | 60 | 1984-1999 | 129 | 1600 | with Volna 80 mm; spacing adjusted
Alpa | 6c | 1960-1969 | 590 | 780 | with Kern Macro-Switar; meter dead
`

const lensModels = `
Leica | Summicron-M 50 mm f/2 | 1979-1994 | 1190 | 195 | version 4, Canada; tabbed; light haze
Leica | Summicron 35 mm f/2 | 1979-1999 | 2190 | 160 | version 4; goggles
Leica | Elmarit-M 28 mm f/2.8 | 1979-1993 | 849 | 235 | version 3; with hood
Leica | Summaron 35 mm f/3.5 | 1954-1960 | 429 | 130 | screw mount; for M3 with goggles
Leica | Summitar 50 mm f/2 | 1946-1953 | 249 | 220 | coated, round blades; cleaned
Leica | Elmar 50 mm f/3.5 | 1946-1959 | 229 | 110 | red scale; collapsible, clear
Leica | Tele-Elmarit 90 mm f/2.8 | 1974-1990 | 369 | 225 | thin version; no haze
Leica | Summilux-R 50 mm f/1.4 | 1970-1997 | 590 | 395 | 3 cam; clear
Carl Zeiss | Planar 80 mm f/2.8 CF | 1982-1998 | 429 | 510 | clean blades; with hood
Zeiss | Planar 80 mm f/2.8 for Rolleiflex SL66 | 1966-1986 | 389 | 390 | HFT; shade and cap
Carl Zeiss | Sonnar 150 mm f/4 CF | 1982-1998 | 279 | 785 | prontor cla; with cap
Carl Zeiss | Distagon 50 mm f/4 C T* | 1973-1982 | 349 | 860 | black; shutter serviced
Carl Zeiss | Planar 50 mm f/1.4 C/Y | 1975-2005 | 289 | 290 | MMJ; AEJ
Carl Zeiss | Biogon 28 mm f/2.8 G | 1994-2005 | 349 | 150 | with hood; with finder
Zeiss | C Sonnar 50 mm f/1.5 ZM | 2006-2020 | 649 | 250 | black; silver
Nikon | Nikkor 50 mm f/1.2 AI-s | 1981-2020 | 349 | 380 | clear glass; aperture snappy
Nikon | Noct-Nikkor 58 mm f/1.2 | 1982-1997 | 2890 | 465 | AI-s; with hood
Nikon | Nikkor 85 mm f/1.4 AI-s | 1981-2005 | 489 | 620 | with HN-20; clear
Nikon | Nikkor-S.C 50 mm f/1.4 S mount | 1950-1962 | 229 | 190 | chrome; black
Nikon | Nikkor-H 300 mm f/4.5 | 1964-1975 | 119 | 920 | with case; AI converted
Canon | 50 mm f/0.95 Dream | 1961-1970 | 2190 | 605 | M converted; cleaned
Canon | FD 85 mm f/1.2 L | 1980-1992 | 849 | 680 | clear; with hood
Canon | FD 55 mm f/1.2 S.S.C. | 1973-1979 | 249 | 510 | clean; light marks
Canon | 35 mm f/2 LTM | 1962-1971 | 449 | 107 | black; haze cleaned
Olympus | OM Zuiko 50 mm f/1.2 | 1982-2002 | 429 | 285 | clear; boxed
Olympus | OM Zuiko 90 mm f/2 Macro | 1986-2002 | 649 | 550 | smooth; with cap
Olympus | OM Zuiko 21 mm f/3.5 | 1973-1998 | 249 | 180 | MC; single coated
Olympus | OM Zuiko 100 mm f/2 | 1983-2002 | 549 | 520 | clean; with hood
Pentax | SMC Takumar 50 mm f/1.4 | 1971-1975 | 109 | 265 | de-yellowed; 8 element
Pentax | FA 43 mm f/1.9 Limited | 1997-2020 | 329 | 155 | black; silver, boxed
Pentax | 67 SMC 105 mm f/2.4 | 1989-2009 | 489 | 600 | latest; earlier type
Minolta | MC Rokkor 58 mm f/1.2 | 1968-1978 | 489 | 480 | clear; with hood
Minolta | M-Rokkor 40 mm f/2 | 1973-1984 | 449 | 125 | CLE version; with hood
Voigtlander | Heliar 15 mm f/4.5 | 1999-2010 | 279 | 115 | screw mount, with finder; boxed
Voigtlander | Ultron 35 mm f/1.7 LTM | 1999-2008 | 289 | 210 | silver; black
Voigtlander | Color-Heliar 75 mm f/2.5 | 1999-2010 | 249 | 230 | black; with hood
Mamiya | Sekor C 80 mm f/1.9 | 1976-1998 | 289 | 420 | for 645; N version
Schneider | Symmar-S 150 mm f/5.6 | 1972-1986 | 159 | 330 | Copal 0; on Technika board
Rodenstock | Sironar-N 210 mm f/5.6 | 1978-1995 | 189 | 470 | Copal 1; shutter tested
Angenieux | 35 mm f/2.5 Retrofocus R1 | 1952-1966 | 690 | 260 | Exakta; M42
Meyer-Optik | Trioplan 100 mm f/2.8 | 1951-1966 | 269 | 300 | M42, soap bubbles; Exakta
Carl Zeiss Jena | Sonnar 180 mm f/2.8 | 1963-1985 | 229 | 1160 | Pentacon Six; M42
Carl Zeiss Jena | Biotar 75 mm f/1.5 | 1948-1969 | 1390 | 510 | fat version, M42; Exakta
Kilfitt | Makro-Kilar 40 mm f/2.8 | 1955-1968 | 269 | 200 | Exakta; M42
`

const notes: Readonly<Record<string, readonly string[]>> = {
  cameras: ['tested', 'recently serviced', 'film tested', 'with case', 'boxed', 'small dent', 'user', 'collector’s'],
  lenses: ['clean glass', 'smooth focus', 'with caps', 'boxed', 'light marks', 'snappy blades', 'recently serviced'],
}

const grades: readonly (readonly [grade: Condition, weight: number, priceFactor: number])[] = [
  ['LIKE_NEW', 8, 1.22],
  ['VERY_GOOD', 34, 1],
  ['GOOD', 40, 0.86],
  ['ACCEPTABLE', 14, 0.68],
  ['FOR_PARTS', 4, 0.34],
]

const models = [...readModels(cameras, cameraModels), ...readModels(lenses, lensModels)]

function readModels(department: Department, table: string): Model[] {
  return rows(table).map(([brand = '', name = '', years = '', price = '', grams = '', traits = '']) => {
    const [first = 0, last = first] = years.split('-').map(Number)
    return {
      department,
      brand,
      name,
      years: [first, last],
      price: Number(price),
      grams: Number(grams),
      traits: traits.split('; '),
    }
  })
}

export function findPiece(random: Random): CatalogueItem {
  const model = random.pick(models)
  const [grade, , factor] = random.weighted(grades.map((entry) => [entry, entry[1]] as const))
  const words = [random.pick(model.traits)]
  if (random.chance(0.7)) words.push(String(random.int(...model.years)))
  if (grade === 'FOR_PARTS') words.push('for parts')
  else if (random.chance(0.4))
    words.push(random.pick(assertDefined(notes[model.department.key], 'each department has notes')))
  return {
    department: model.department,
    brand: model.brand,
    model: model.name,
    title: shortTitle(model, words),
    condition: grade,
    priceMinor: shopPrice(model.price * factor * (0.94 + random.next() * 0.12)),
    grams: model.grams,
    popularity: 1,
    repeats: false,
  }
}

function shortTitle({ brand, name }: Model, words: string[]): string {
  const kept = [...words]
  while (kept.length > 1 && [...`${brand} ${name}, ${kept.join(', ')}`].length > 80) kept.pop()
  return titleOf(brand, name, kept.join(', '))
}

/** Retail price in minor units: whole units ending in 5 or 9 above a hundred, else in 9. */
function shopPrice(price: number): number {
  if (price < 100) return Math.max(9, Math.round(price / 10) * 10 - 1) * 100
  return (Math.round(price / 10) * 10 - (Math.round(price) % 2 === 0 ? 1 : 5)) * 100
}
