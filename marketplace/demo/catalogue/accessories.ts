import { readShelf, type Department } from './catalogue-item.ts'

const accessories: Department = {
  key: 'accessories',
  category: 'Cameras & Photography > Accessories',
  skuPrefix: 'ACC',
}
const meters: Department = { key: 'meters', category: 'Cameras & Photography > Light Meters', skuPrefix: 'MET' }
const tripods: Department = { key: 'tripods', category: 'Cameras & Photography > Tripods', skuPrefix: 'TRI' }

export const accessoryShelves = [
  ...readShelf(
    accessories,
    `
 | Lens cap 49 mm | snap-on | 4.90 | 12 | 12
 | Lens cap 52 mm | snap-on | 4.90 | 12 | 14
 | Lens cap 55 mm | snap-on | 4.90 | 13 | 9
 | Lens cap 58 mm | snap-on | 5.20 | 14 | 9
 | Rear cap | Canon FD | 5.50 | 15 | 7
 | Rear cap | Olympus OM | 5.50 | 15 | 8
 | Rear cap and body cap | M42, set | 8.90 | 28 | 9
 | Rear cap and body cap | Pentax K, set | 8.90 | 28 | 7
 | Rear cap and body cap | Leica M, set | 14.50 | 30 | 5
 | Rubber lens hood | 49 mm, folding | 7.50 | 30 | 7
 | Rubber lens hood | 52 mm, folding | 7.50 | 31 | 6
 | Metal lens hood | 39 mm, vented | 16.50 | 36 | 5
 | Light seal kit | Olympus OM-1, OM-2, pre-cut | 7.95 | 15 | 12
 | Light seal kit | Canon AE-1 and A-1, pre-cut | 7.95 | 15 | 13
 | Light seal kit | universal foam, 4 sheets | 9.95 | 25 | 8
 | Cold shoe cover | brass | 9.50 | 9 | 4
 | Shutter release cable | 40 cm, with lock | 8.95 | 40 | 13
 | Soft release button | concave, brass | 7.90 | 6 | 9
 | Soft release button | convex, red | 7.90 | 6 | 6
 | Mercury battery adaptor | MR-9, for PX625 | 26.50 | 5 | 11
 | Silver oxide batteries S76 | pack of 5 | 7.50 | 18 | 17
 | Battery 4LR44 | 6 V, pack of 2 | 6.90 | 26 | 15
 | Battery CR123A | 3 V, pack of 4 | 13.50 | 72 | 10
 | Zinc-air batteries 675 | pack of 6, for old meters | 6.25 | 20 | 9
 | Film canisters | set of 10, with labels | 8.50 | 80 | 5
 | Film leader puller stickers | sheet of 24 | 4.20 | 8 | 3
 | Flash sync cable | PC to hot shoe, 1 m | 11.95 | 45 | 4
 | Adapter ring | M42 to Pentax K | 14.95 | 25 | 6
 | Adapter ring | Leica screw to M, 50/75 mm | 34.00 | 18 | 5
 | Adapter ring | Olympus OM to Fujifilm X | 24.95 | 95 | 5
 | Step-up rings | 49-52, 52-55, 55-58 mm, set | 12.95 | 35 | 6
 | Focusing loupe | 6x, folding | 28.00 | 120 | 3
 | Lens tissue | 100 sheets | 4.50 | 40 | 10
 | Rocket blower | medium | 11.95 | 95 | 9
 | Spanner wrench | for lens rings, 10 to 100 mm | 16.50 | 130 | 5
Hoya | HMC UV(C) 52 mm | slim frame | 17.95 | 22 | 7
Hoya | Yellow K2 filter 49 mm | black and white | 21.50 | 20 | 7
Hoya | Orange G filter 52 mm | black and white | 21.50 | 22 | 8
Hoya | Red 25A filter 52 mm | black and white | 22.50 | 22 | 6
B+W | 010 UV filter 39 mm | MRC | 34.00 | 18 | 5
B+W | 022 yellow filter 39 mm | for Leica E39 | 39.00 | 18 | 4
Tiffen | Black Pro-Mist 1/4 49 mm | diffusion | 44.50 | 26 | 5
Peak Design | Slide Lite strap | black | 49.95 | 190 | 6
Gordy's | Camera wrist strap | leather, string mount | 24.00 | 40 | 7
Domke | F-5XB shoulder bag | sand | 89.00 | 680 | 3
Billingham | Hadley Small | khaki canvas, tan leather | 199.00 | 980 | 3
Billingham | Camera insert | for Hadley Pro, olive | 44.00 | 260 | 2
Artisan & Artist | Silk cord strap | black, 95 cm | 92.00 | 70 | 2
Hasselblad | A12 back | matching insert, 120 film, serviced | 265.00 | 480 | 2 | fine
Hasselblad | Focusing hood | folding, black | 79.00 | 190 | 2 | good
Hasselblad | PM45 prism finder | clean, with pouch | 189.00 | 590 | 1 | good
Mamiya | RB67 Pro-S 120 back | 6x7, new seals | 119.00 | 560 | 2 | good
Nikon | DW-3 waist level finder | for F3 | 125.00 | 120 | 1 | fine
Nikon | MD-12 motor drive | tested with FM and FE | 64.00 | 620 | 2 | good
Vivitar | 283 flash | tested, low trigger voltage | 32.00 | 440 | 4 | good
`,
  ),
  ...readShelf(
    meters,
    `
Gossen | Lunasix F light meter | tested | 86.50 | 220 | 5 | good
Gossen | Digisix 2 | with clip | 139.00 | 45 | 2
Sekonic | L-308X Flashmate | boxed | 179.00 | 100 | 4
Sekonic | L-398A Studio Deluxe III | selenium, no battery | 189.00 | 190 | 2
Sekonic | Twinmate L-208 | hot shoe mount | 109.00 | 40 | 4
Weston | Master V light meter | with Invercone and case | 69.00 | 260 | 3 | good
Reveni Labs | Light meter | hot shoe, tiny | 124.00 | 12 | 4
TTArtisan | Light meter II | cold shoe, black | 64.00 | 22 | 5
`,
  ),
  ...readShelf(
    tripods,
    `
Manfrotto | 190 tripod | legs only | 78.00 | 2100 | 5 | good
Manfrotto | 055XPROB | with 804RC2 head | 129.00 | 3600 | 2 | good
Manfrotto | 484 ball head | compact, serviced | 39.00 | 410 | 3 | fine
Manfrotto | Pixi mini tripod | black | 24.95 | 235 | 6
Gitzo | G1228 Mountaineer | carbon, three sections | 219.00 | 1600 | 1 | good
Leica | Table tripod 14100 | with large ball head | 179.00 | 560 | 1 | fine
Velbon | Ultra Maxi Mini | folds to 20 cm | 44.00 | 800 | 3 | good
 | Monopod | aluminium, 160 cm, four sections | 26.50 | 520 | 3
`,
  ),
]
