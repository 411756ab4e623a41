import { assertDefined } from '#lib/assert-defined.ts'
import { cameras, lenses } from './classics.ts'
import { rows, type Condition, type Department, type CatalogueItem } from './catalogue-item.ts'

const accessories: Department = {
  key: 'accessories',
  category: 'Cameras & Photography > Accessories',
  skuPrefix: 'ACC',
}
const departments: Record<string, Department> = { cameras, lenses, accessories }

// Key | department | brand | model | title | condition | price | grams. Titles that stress lists and exports:
// right-to-left, emoji, exactly 80 characters, formula-like, HTML characters.
const table = `
leica-m3 | cameras | Leica | M3 body | Leica M3 body, single stroke, 1957, serviced | VERY_GOOD | 1249.00 | 580
planar-sl66 | lenses | Zeiss | Planar 80 mm f/2.8 for Rolleiflex SL66 | Zeiss Planar 80 mm f/2.8 for Rolleiflex SL66, clean, with shade | VERY_GOOD | 389.00 | 390
nikon-f2 | cameras | Nikon | F2 Photomic | Nikon F2 Photomic, black, with 50 mm f/2 | GOOD | 500.00 | 840
arabic | cameras | Yashica | Mat-124G | كاميرا كلاسيكية مع حقيبة جلدية | GOOD | 310.00 | 1100
hebrew | lenses | Olympus | OM Zuiko 50 mm f/1.4 | עדשת 50 מ״מ למצלמות אולימפוס, מצב מצוין, עם פקק | VERY_GOOD | 119.00 | 230
japanese | cameras | Nikon | F3/T | ニコン F3/T チタンボディ 動作確認済み 美品 | LIKE_NEW | 890.00 | 740
emoji | cameras | Polaroid | 600 | Instant camera bundle 📷🎞️ Polaroid 600, case and two films, tested ✅ | GOOD | 96.00 | 900
eighty | cameras | Canon | AE-1 Program | 📷 Canon AE-1 Program kit: 50 mm f/1.8, 28 mm f/2.8, 155A flash, cases, straps 🎞️ | GOOD | 239.00 | 1600
long | cameras | Wirgin | Edixa Reflex B | Wirgin Edixa Reflex B, Travenar 50 mm f/2.8, M42, serviced, ever-ready case 1957 | GOOD | 129.00 | 1100
formula | accessories | | Macro extension tubes, M42 | =1:1= Macro extension tubes, M42, three rings | GOOD | 24.00 | 180
markup | accessories | | Cap set | Lens cap & "body" cap <52 mm>, set of 2, Nikon 'F' | NEW | 12.50 | 30
`

/** Single pieces for hand-written orders, by key. */
export const oddities: ReadonlyMap<string, CatalogueItem> = new Map(
  rows(table).map(([key = '', department = '', brand = '', model = '', title = '', condition = '', price, grams]) => [
    key,
    {
      department: assertDefined(departments[department], 'the table names no others'),
      brand,
      model,
      title,
      condition: condition as Condition,
      priceMinor: Math.round(Number(price) * 100),
      grams: Number(grams),
      popularity: 1,
      repeats: false,
    },
  ]),
)
