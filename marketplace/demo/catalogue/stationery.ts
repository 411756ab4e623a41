import { readShelf, type Department } from './catalogue-item.ts'

const shelf = (key: string, category: string, skuPrefix: string): Department => ({
  key,
  category: `Bürobedarf & Schreibwaren > ${category}`,
  skuPrefix,
})

/** What the German stationer sells, prices in euros. */
export const stationeryShelves = [
  ...readShelf(
    shelf('notebooks', 'Notizbücher', 'NB'),
    `
Leuchtturm1917 | Notizbuch Medium A5 | Hardcover, dotted, schwarz | 21.50 | 390 | 14
Leuchtturm1917 | Notizbuch Medium A5 | Hardcover, liniert, nordischblau | 21.50 | 390 | 9
Leuchtturm1917 | Notizbuch Pocket A6 | Softcover, blanko, salbei | 15.90 | 160 | 6
Leuchtturm1917 | Bullet Journal Edition 2 | dotted, portwein | 27.90 | 410 | 7
Moleskine | Classic Large | liniert, Hardcover, schwarz | 22.90 | 370 | 6
Moleskine | Cahier 3er-Set | kariert, kraftbraun | 14.90 | 260 | 4
Clairefontaine | Notizbuch A5 | fadengeheftet, liniert, 96 Blatt | 8.90 | 260 | 8
Clairefontaine | Age Bag A4 | dotted, petrol | 9.50 | 420 | 4
Rhodia | Block No. 16 A5 | dotPad, orange | 5.90 | 190 | 9
Rhodia | Goalbook A5 | dotted, türkis | 23.90 | 430 | 3
Midori | MD Notebook A5 | blanko, cremeweiß | 17.50 | 240 | 7
Hobonichi | Techo Original A6 | Tageskalender, japanisch | 34.90 | 260 | 5
Nuuna | Notizbuch Graphic L | »Dream Boat«, dotted | 29.90 | 480 | 3
Semikolon | Fotoalbum Classic Large | 130 Seiten, burgund | 44.90 | 1800 | 3
`,
  ),
  ...readShelf(
    shelf('pens', 'Füller & Stifte', 'ST'),
    `
LAMY | safari Füllhalter | Feder M, petrol | 21.90 | 45 | 13
LAMY | safari Füllhalter | Feder F, anthrazit | 21.90 | 45 | 10
LAMY | AL-star Füllhalter | Feder EF, graphit | 29.90 | 50 | 6
LAMY | 2000 Füllhalter | Feder F, Makrolon schwarz | 219.00 | 90 | 2
Pelikan | Twist Füller | Feder M, frozen blue | 14.90 | 40 | 5
Pelikan | Souverän M400 | Feder M, schwarz-grün | 329.00 | 80 | 1
Kaweco | Classic Sport Füllhalter | Feder M, schwarz | 24.00 | 40 | 9
Kaweco | Liliput | Kupfer, Feder F | 79.00 | 45 | 2
Faber-Castell | Castell 9000 Bleistifte | 12er-Etui, Art-Set | 21.90 | 130 | 7
Faber-Castell | Polychromos Farbstifte | 36er-Metalletui | 64.90 | 480 | 4
Faber-Castell | Pitt Artist Pen Set | 4 Tuschestifte, schwarz | 11.90 | 60 | 6
Staedtler | Mars Lumograph | 12 Bleistifte 8B bis 2H | 17.90 | 120 | 5
Caran d'Ache | 849 Kugelschreiber | Claim Your Style, marine | 34.00 | 50 | 3
Pilot | Kakuno Füller | Feder F, weiß | 14.50 | 40 | 5
TWSBI | ECO Kolbenfüller | transparent, Feder B | 36.90 | 50 | 5
Blackwing | 602 Bleistifte | 12er-Box | 32.90 | 110 | 4
Uni | Posca PC-5M | 8er-Set Grundfarben | 24.90 | 190 | 5
`,
  ),
  ...readShelf(
    shelf('ink', 'Tinten', 'TI'),
    `
Pelikan | Edelstein Tinte | Onyx, 50 ml | 18.90 | 260 | 5
Pelikan | 4001 Tinte | Königsblau, 62,5 ml | 8.50 | 240 | 6
Diamine | Schimmertinte | Cocoa Shimmer, 50 ml | 14.90 | 230 | 4
Pilot | Iroshizuku | kon-peki, 50 ml | 32.90 | 290 | 5
Rohrer & Klingner | Schreibtinte | Alt-Goldgrün, 50 ml | 8.90 | 210 | 6
Rohrer & Klingner | Eisengallustinte Salix | 50 ml | 8.90 | 210 | 4
LAMY | Tintenpatronen T10 | blau löschbar, 5 Stück | 2.90 | 20 | 9
De Atramentis | Dokumententinte | Urkundenschwarz, 45 ml | 12.90 | 200 | 3
`,
  ),
  ...readShelf(
    shelf('paper', 'Papier & Briefe', 'PA'),
    `
Gmund | Briefbogen A4 | Büttenpapier, naturweiß, 25 Blatt | 16.90 | 380 | 5
Gmund | Briefhüllen C6 | gefüttert, cremeweiß, 25 Stück | 14.90 | 260 | 4
G. Lalo | Vergé de France A5 | 50 Blatt, elfenbein | 13.50 | 280 | 3
Hahnemühle | Skizzenbuch A5 | 140 g, 64 Blatt | 13.90 | 450 | 5
Hahnemühle | Aquarellblock 24x32 cm | Britannia, 300 g, 12 Blatt | 24.90 | 740 | 3
Canson | XL Mixed Media A4 | 30 Blatt, 300 g | 11.90 | 820 | 4
Folia | Origamipapier 15x15 cm | 100 Blatt, farbig sortiert | 4.90 | 160 | 5
MT | Washi Tape Set | 4 Rollen, Erdtöne | 12.90 | 70 | 7
Nordlicht | Postkarten »Küste« | 10er-Set, Naturkarton | 9.90 | 90 | 8
Nordlicht | Weihnachtskarten »Winterhafen« | 8 Klappkarten mit Umschlag | 13.90 | 170 | 6
Nordlicht | Geschenkpapier »Möwen« | 5 Bogen 50x70 cm | 11.50 | 210 | 5
Räder | Siegelwachs | 3 Stangen, bordeaux | 9.90 | 60 | 3
`,
  ),
  ...readShelf(
    shelf('desk', 'Schreibtisch', 'SC'),
    `
Leitz | Locher NeXXt 5008 | Metall, schwarz | 24.90 | 690 | 3
Novus | Heftgerät B 4 | petrol | 17.90 | 310 | 3
Monkey Business | Büroklammern »Wal« | 24 Stück, blau | 6.90 | 40 | 5
Möbius+Ruppert | Spitzer Granate | Messing | 6.50 | 22 | 8
Läufer | Radierer Plast 0120 | 3er-Pack | 3.90 | 60 | 6
Dahle | Schneidelineal 30 cm | Aluminium | 12.90 | 140 | 3
Tombow | Mono Korrekturroller | nachfüllbar | 4.50 | 30 | 5
HAY | Stifteköcher | Blech, mint | 9.90 | 120 | 4
Nordlicht | Schreibunterlage | Wollfilz, 60x40 cm, grau | 39.00 | 520 | 3
Esselte | Stehsammler 5er-Set | Karton, natur | 13.90 | 700 | 2
Trodat | Datumstempel Printy 4810 | selbstfärbend | 11.90 | 50 | 3
`,
  ),
]
