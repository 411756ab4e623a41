import { assertDefined } from '#lib/assert-defined.ts'
import type { CatalogueItem } from './catalogue-item.ts'

/** Category aspects by name: `{ Mount: ['Leica M'] }`. */
export type Aspects = Record<string, string[]>

type Rules = readonly (readonly [pattern: RegExp, value: string])[]

const cameraTypes: Rules = [
  [/^Rolleiflex|^Rolleicord|Mat-124|C330/, 'TLR'],
  [/^Polaroid/, 'Instant'],
  [/Technika|Graphic|Intrepid/, 'Large format'],
  [/Isolette|Ikonta|Bessa II |Retina|GF670|Contessa/, 'Folding'],
  [/^Hasselblad (?!XPan)|^Bronica|^Mamiya|^Pentax (?:67|6x7)|GW690|Kiev 60/, 'Medium format'],
  [
    /Trip 35|XA2|Mju|Sure Shot|L35AF|Espio|Yashica T4|GR1|LC-A|28Ti|T2$|TC-1|Klasse|Minilux|Pen EE|^Rollei 35/,
    'Point & shoot',
  ],
  [
    /^Leica (?!R)|XPan|Contax (?:G2|IIa)|Nikon S2|Canon (?:P |7|Canonet)|35 RC|Hi-Matic|^Zorki|Electro|C35|500 G|R2A|ZM|CLE|Vitomatic/,
    'Rangefinder',
  ],
  [/./, 'SLR'],
]

const mounts: Rules = [
  [/^Leica R|Summilux-R/, 'Leica R'],
  [
    /IIIf|IIIc|^Zorki|Canon (?:P |7$)|LTM|screw|Jupiter|Industar|Summitar|^Leica Elmar |Summaron|Heliar 15|Color-Heliar/,
    'M39',
  ],
  [/^Leica M|^Leica (?:CL|Summicron|Elmarit|Tele)|-M 28|CLE|ZM|R2A|M-Rokkor|7artisans|Nokton|Dream/, 'Leica M'],
  [/Rolleiflex SL66/, 'Rolleiflex SL66'],
  [/XPan/, 'Hasselblad XPan'],
  [/^Hasselblad| CF$|C T\*/, 'Hasselblad V'],
  [/C\/Y|Contax S2/, 'Contax/Yashica'],
  [/Contax G2|mm f\/2\.8 G$/, 'Contax G'],
  [/Contax IIa/, 'Contax RF'],
  [/Nikon S2|S mount/, 'Nikon S'],
  [
    /28Ti|L35AF|Canonet|Sure Shot|Espio|Mju|XA2|Trip|35 RC|Pen EE|TC-1|Hi-Matic|Mamiya C330|Rollei|Polaroid|T2$/,
    'Fixed lens',
  ],
  [/^Nikon|Tokina/, 'Nikon F'],
  [/EOS/, 'Canon EF'],
  [/^Canon/, 'Canon FD'],
  [/Dynax/, 'Minolta A'],
  [/^Minolta/, 'Minolta SR'],
  [/^Pentax (?:67|6x7)/, 'Pentax 67'],
  [/Spotmatic|Takumar|^Praktica|^Zenit|Edixa|^Helios|Carl Zeiss Jena|Meyer/, 'M42'],
  [/^Pentax/, 'Pentax K'],
  [/Pen FT/, 'Olympus Pen F'],
  [/^Olympus|Vivitar|Tamron/, 'Olympus OM'],
  [/Autoreflex/, 'Konica AR'],
  [/^Alpa/, 'Alpa'],
  [/^Angenieux|Kilfitt/, 'Exakta'],
  [/RB67|RZ67/, 'Mamiya RB67'],
  [/Mamiya 7/, 'Mamiya 7'],
  [/^Mamiya/, 'Mamiya 645'],
  [/Bronica/, 'Bronica ETR'],
  [/Kiev 60/, 'Pentacon Six'],
  [/Symmar|Sironar|Technika|Graphic|Intrepid/, 'Lens board'],
  [/./, 'Fixed lens'],
]

const filmTypes: Rules = [
  [/Velvia|Provia|Ektachrome/, 'Colour slide'],
  [
    /Portra|Gold|UltraMax|ColorPlus|Ektar|Fujicolor|^CineStill|Phoenix|Color Negative|LomoChrome|Instax|i-Type/,
    'Colour negative',
  ],
  [/./, 'Black & white'],
]

const darkroomTypes: Rules = [
  [/developer|stop bath|[Ff]ixer|starter|Washaid|wetting|Photo-Flo|Rodinal|kit$/, 'Chemicals'],
  [/Multigrade (?:RC|FB)|Fomabrom/, 'Paper'],
  [/tank/, 'Tank'],
  [/thermometer/, 'Thermometer'],
  [/trays/, 'Tray'],
  [/./, 'Tools'],
]

const accessoryTypes: Rules = [
  [/[Cc]ap\b/, 'Lens cap'],
  [/hood|Focusing hood/, 'Hood'],
  [/filter|UV|Pro-Mist/, 'Filter'],
  [/strap|cord/, 'Strap'],
  [/[Bb]atter/, 'Battery'],
  [/release cable/, 'Cable release'],
  [/bag|Hadley|insert/, 'Bag'],
  [/flash$/, 'Flash'],
  [/finder/, 'Viewfinder'],
  [/ring|tubes/, 'Adapter'],
  [/./, 'Other'],
]

const first = (rules: Rules, name: string) =>
  assertDefined(
    rules.find(([pattern]) => pattern.test(name)),
    'the last rule fits all',
  )[1]
const of = (values: Record<string, string | undefined>): Aspects =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, [value]]] : [])))

const speeds = new Set(['20', '25', '50', '100', '125', '160', '200', '400', '800', '3200'])

function filmFormat(name: string): string {
  if (/Instax|i-Type|^Polaroid/.test(name)) return 'Instant'
  if (/4x5/.test(name)) return 'Sheet film 4×5'
  return /\b120\b/.test(name) ? '120' : '35 mm'
}

function cameraFilm(name: string, type: string): string {
  if (type === 'Instant') return 'Instant'
  if (type === 'Large format') return 'Sheet film 4×5'
  return type === 'TLR' || type === 'Medium format' || /Isolette|Ikonta|Bessa II|GF670/.test(name) ? '120' : '35 mm'
}

const readers: Record<string, (ware: CatalogueItem, name: string) => Aspects> = {
  cameras: ({ brand, model }, name) => {
    const type = first(cameraTypes, name)
    const isFixed = ['TLR', 'Point & shoot', 'Instant', 'Folding'].includes(type)
    const mount = isFixed ? 'Fixed lens' : first(mounts, name)
    return of({ Brand: brand, Model: model, Type: type, 'Film format': cameraFilm(name, type), Mount: mount })
  },
  lenses: ({ brand, title }, name) =>
    of({
      Brand: brand,
      'Focal length': /(\d+(?:-\d+)?) mm/.exec(name)?.[0],
      Mount: first(mounts, /M42/.test(title) ? 'Praktica' : name),
      'Maximum aperture': /f\/[\d.]+(?:-[\d.]+)?/.exec(name)?.[0],
      Focus: 'Manual',
    }),
  film: ({ brand, model, title }, name) =>
    of({
      Brand: brand,
      'Film format': filmFormat(name),
      'Film type': first(filmTypes, name),
      'Speed (ISO)': model.match(/\d+/g)?.find((number) => speeds.has(number)),
      Exposures: /(\d+) exposures/.exec(title)?.[1],
    }),
  darkroom: ({ brand }, name) => of({ Type: first(darkroomTypes, name), Brand: brand }),
  accessories: ({ brand }, name) => of({ Type: first(accessoryTypes, name), Brand: brand }),
  meters: ({ brand, model }) => of({ Brand: brand, Model: model }),
  tripods: ({ brand, model }) => of({ Brand: brand || 'Unbranded', Model: model }),
  flea: () => ({}),
}

/** The aspects of a ware. The stationer's are in German, as are its categories. */
export function aspectsOf(ware: CatalogueItem): Aspects {
  const name = `${ware.brand} ${ware.model}`.trim()
  const read = readers[ware.department.key]
  return read ? read(ware, name) : of({ Marke: ware.brand, Format: /\bA[456]\b/.exec(ware.title)?.[0] })
}
