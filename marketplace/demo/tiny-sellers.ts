import type { Shop } from './shop.ts'
import { readShelf, rows, type Department, type CatalogueItem } from './catalogue/catalogue-item.ts'

/** A seller with two listings and a feedback score at a badge limit. */
export interface TinySeller {
  seller: Shop['seller']
  wares: CatalogueItem[]
}

const flea: Department = { key: 'flea', category: 'Collectables', skuPrefix: 'A' }

// Score | username | name | country | zone | currency | condition | first ware | price | second ware | price. Prices
// are in hundredths even without minor units: 298.00 is 29,800 yen.
const table = `
9 | otters-attic | Otter's Attic | GB | Europe/London | GBP | good | Brass ship's barometer, 1930s | 85.00 | Tin toy ferry, wind-up | 34.00
10 | bicimani | Bicimani | IT | Europe/Rome | EUR | good | Campanolo-style toe clips, steel | 22.00 | Wool cycling jersey, size M | 39.00
49 | kleine-werkbank | Kleine Werkbank | DE | Europe/Berlin | EUR | fine | Hobel No. 4, aufgearbeitet | 64.00 | Stechbeitel, 6er-Satz | 49.00
50 | la-boite-a-boutons | La Boîte à Boutons | FR | Europe/Paris | EUR | fine | Boutons en nacre, lot de 24 | 18.00 | Ruban de soie ancien, 5 m | 26.00
99 | maple-and-moth | Maple & Moth | CA | America/Toronto | CAD | good | Hudson wool blanket, four point | 145.00 | Birch bark basket | 58.00
100 | tideline-vinyl | Tideline Vinyl | GB | Europe/London | GBP | good | Sea shanties LP, 1964 pressing | 14.00 | Record cleaning brush, carbon | 9.50
499 | norrsken-lampor | Norrskenslampor | SE | Europe/Stockholm | SEK | fine | Teaklampa, 1960-tal | 895.00 | Mässingsljusstake, par | 420.00
500 | casa-do-azulejo | Casa do Azulejo | PT | Europe/Lisbon | EUR | good | Azulejo antigo, padrão azul, 4 peças | 72.00 | Andorinha de cerâmica, par | 29.00
999 | desert-rose-oud | وردة الصحراء | AE | Asia/Dubai | AED | fine | مبخرة نحاسية قديمة | 240.00 | صندوق خشبي مطعّم بالصدف | 410.00
1000 | pixel-attic | Pixel Attic | US | America/Los_Angeles | USD | good | Handheld game console, 1989, tested | 89.00 | Cartridge dust covers, set of 12 | 11.00
4999 | fil-et-aiguille | Fil et Aiguille | FR | Europe/Paris | EUR | good | Machine à coudre portative, révisée | 129.00 | Ciseaux de couturière, 21 cm | 34.00
5000 | trackside-models | Trackside Models | GB | Europe/London | GBP | new | 00 gauge tank engine, DCC ready | 94.00 | Station building kit, card | 17.50
9999 | sello-y-tinta | Sello y Tinta | ES | Europe/Madrid | EUR | fine | Pluma de celuloide, años 40 | 88.00 | Tintero de cristal tallado | 42.00
10000 | hifi-haven | HiFi Haven | US | America/Chicago | USD | new | Belt for turntable, 198 mm | 12.00 | Moving magnet cartridge, new | 79.00
24999 | tokei-ya | 時計屋 | JP | Asia/Tokyo | JPY | fine | 手巻き腕時計 1968年 OH済み | 298.00 | 時計用革ベルト 18 mm | 38.00
25000 | garden-gate-seeds | Garden Gate Seeds | GB | Europe/London | GBP | new | Sweet pea mix, 40 seeds | 2.95 | Heritage tomato collection, 6 packets | 11.50
49999 | stoffhaus-linde | Stoffhaus Linde | DE | Europe/Berlin | EUR | new | Leinenstoff, natur, 1 m | 19.90 | Druckknöpfe, 20 Stück | 4.90
50000 | brickyard | The Brickyard | US | America/New_York | USD | good | Castle set, complete with box | 189.00 | Mixed bricks, 1 kg, washed | 24.00
99999 | caravan-spares | Caravan Spares Direct | GB | Europe/London | GBP | new | Roof vent seal, 400 mm | 8.90 | Water pump, 12 V | 46.00
100000 | papelaria-atlantico | Papelaria Atlântico | BR | America/Sao_Paulo | BRL | new | Caderno de couro, artesanal | 89.00 | Lápis de cor, 36 unidades | 64.00
499999 | cable-and-plug | Cable & Plug | NL | Europe/Amsterdam | EUR | new | USB-C cable, 2 m, braided | 9.95 | Travel plug, type G | 6.50
500000 | phone-parts-hub | Phone Parts Hub | GB | Europe/London | GBP | new | Replacement screen kit with tools | 39.00 | Screwdriver set, 24 bits | 8.50
999999 | everyday-goods | Everyday Goods | US | America/Denver | USD | new | Storage boxes, set of 3 | 21.00 | LED bulbs, pack of 6 | 14.00
1000000 | million-little-things | Million Little Things | IL | Asia/Jerusalem | ILS | new | מברג מדויק, סט 12 חלקים | 49.00 | שעון קיר עץ, שקט | 119.00
`

/** One tiny seller on either side of each badge limit. */
export const tinySellers: readonly TinySeller[] = rows(table).map((cells, index) => {
  const [score, username = '', display_name = '', country = '', time_zone = '', currency = '', condition, ...wares] =
    cells
  const shelf = [wares.slice(0, 2), wares.slice(2)].map(
    ([title, price]) => ` | ${title} | | ${price} | 300 | 3 | ${condition}`,
  )
  return {
    seller: {
      username,
      display_name,
      registered_at: new Date(Date.UTC(2009 + ((index * 5) % 14), (index * 7) % 12, 1 + ((index * 11) % 27), 9, index)),
      country,
      time_zone,
      currency,
      store_url: null,
      feedback_score: Number(score),
      handling_days: 1,
      cutoff_time: '15:00:00',
      working_days: [1, 2, 3, 4, 5],
      level: index === 0 ? 'BELOW_STANDARD' : 'ABOVE_STANDARD',
    },
    wares: readShelf(flea, shelf.join('\n')),
  }
})
