import { readShelf, type Department } from './catalogue-item.ts'

export const cameras: Department = {
  key: 'cameras',
  category: 'Cameras & Photography > Film Cameras',
  skuPrefix: 'CAM',
}
export const lenses: Department = {
  key: 'lenses',
  category: 'Cameras & Photography > Lenses',
  skuPrefix: 'LEN',
}

export const classicShelves = [
  ...readShelf(
    cameras,
    `
Olympus | Trip 35 | serviced, new light seals | 79.00 | 410 | 22 | fine
Olympus | OM-10 | with 50 mm f/1.8, tested | 109.00 | 700 | 16 | good
Olympus | OM-1n | chrome body, serviced, new foam | 165.00 | 510 | 12 | fine
Olympus | OM-2n | black body, meter checked | 145.00 | 520 | 8 | good
Olympus | XA2 | with A11 flash | 89.00 | 290 | 9 | good
Olympus | Mju-II | all weather, film tested | 239.00 | 145 | 8 | good
Olympus | 35 RC | rangefinder, new seals | 115.00 | 420 | 6 | good
Olympus | Pen EE-3 | half frame, tested | 69.00 | 370 | 9 | good
Canon | AE-1 Program | with FD 50 mm f/1.8, no shutter squeak | 149.00 | 780 | 20 | fine
Canon | AE-1 | chrome body, new seals | 99.00 | 590 | 13 | good
Canon | A-1 | black body, serviced | 125.00 | 620 | 9 | good
Canon | AV-1 | with FD 50 mm f/1.8 | 84.00 | 680 | 5 | good
Canon | Canonet QL17 G-III | serviced, clean finder | 159.00 | 620 | 8 | fine
Canon | Sure Shot Supreme | tested | 64.00 | 310 | 6 | good
Canon | EOS 5 | body, date back | 44.00 | 675 | 4 | good
Nikon | FM2n | chrome body, titanium shutter | 279.00 | 540 | 8 | fine
Nikon | FE | black body, meter accurate | 129.00 | 590 | 7 | good
Nikon | FM | chrome body, new seals | 145.00 | 590 | 7 | good
Nikon | F3 HP | body, LCD clear | 329.00 | 760 | 5 | good
Nikon | F100 | body, no sticky back | 149.00 | 785 | 5 | good
Nikon | F80 | body with strap | 44.00 | 515 | 5 | good
Nikon | L35AF | 35 mm f/2.8, tested | 119.00 | 345 | 5 | good
Pentax | K1000 | with 50 mm f/2, serviced | 139.00 | 790 | 17 | good
Pentax | ME Super | with 50 mm f/1.7 | 89.00 | 630 | 9 | good
Pentax | MX | black body, serviced | 155.00 | 495 | 6 | fine
Pentax | Spotmatic F | with 55 mm f/1.8 | 99.00 | 840 | 7 | good
Pentax | Espio 120SW | compact, film tested | 59.00 | 215 | 6 | good
Minolta | X-700 | with MD 50 mm f/1.7 | 119.00 | 700 | 10 | good
Minolta | XD7 | black body, new leather | 129.00 | 560 | 5 | fine
Minolta | SRT-101 | with 55 mm f/1.7 | 89.00 | 930 | 6 | good
Minolta | Hi-Matic 7s | rangefinder, serviced | 85.00 | 720 | 4 | good
Minolta | Dynax 5 | body, tested | 32.00 | 335 | 4 | good
Praktica | MTL 5 | with Pentacon 50 mm f/1.8 | 59.00 | 870 | 8 | good
Zenit | E | with Helios 44-2, tested | 69.00 | 980 | 7 | good
Zorki | 4 | with Jupiter-8, new curtains | 95.00 | 780 | 5 | good
Yashica | Electro 35 GSN | pad of death fixed | 125.00 | 750 | 7 | fine
Yashica | Mat-124G | serviced, meter works | 269.00 | 1100 | 5 | good
Yashica | T4 | Zeiss Tessar, film tested | 349.00 | 190 | 4 | good
Konica | C35 | rangefinder, new seals | 89.00 | 380 | 5 | good
Konica | Autoreflex TC | with 40 mm f/1.8 | 84.00 | 680 | 3 | good
Ricoh | GR1s | display complete, film tested | 549.00 | 177 | 3 | good
Ricoh | 500 G | black, serviced | 79.00 | 440 | 3 | good
Agfa | Isolette III | new bellows | 89.00 | 520 | 3 | good
Lomography | LC-A+ | boxed | 149.00 | 250 | 4 | mint
Bronica | ETRSi | kit with 75 mm and 120 back | 399.00 | 1450 | 4 | good
Mamiya | 645 Super | kit with 80 mm f/2.8 | 429.00 | 1520 | 4 | good
Polaroid | SX-70 | folding, new skin, film tested | 229.00 | 680 | 5 | fine
Polaroid | 636 Close Up | with strap | 59.00 | 590 | 5 | good
`,
  ),
  ...readShelf(
    lenses,
    `
Olympus | OM Zuiko 50 mm f/1.8 | made in Japan version | 34.00 | 165 | 12 | fine
Olympus | OM Zuiko 28 mm f/2.8 | clean glass | 59.00 | 170 | 8 | good
Olympus | OM Zuiko 135 mm f/3.5 | with hood | 44.00 | 290 | 4 | good
Canon | FD 50 mm f/1.4 | breech lock, clear | 79.00 | 305 | 9 | good
Canon | FD 28 mm f/2.8 | clean, with caps | 49.00 | 170 | 7 | good
Canon | FD 135 mm f/2.5 S.C. | built-in hood | 69.00 | 630 | 4 | good
Canon | FDn 35-70 mm f/4 | macro | 34.00 | 315 | 3 | good
Nikon | Nikkor 50 mm f/1.8 AI-s | pancake | 79.00 | 145 | 10 | fine
Nikon | Nikkor 28 mm f/2.8 AI-s | close focus 0.2 m | 189.00 | 250 | 5 | fine
Nikon | Nikkor 105 mm f/2.5 AI | glass clear | 149.00 | 435 | 6 | good
Nikon | Nikkor 35 mm f/2 AI | smooth focus | 129.00 | 280 | 4 | good
Pentax | SMC-M 50 mm f/1.7 | clear glass | 39.00 | 185 | 8 | good
Pentax | SMC-M 28 mm f/2.8 | with case | 54.00 | 156 | 5 | good
Pentax | SMC-A 135 mm f/2.8 | built-in hood | 79.00 | 340 | 3 | good
Pentax | Super-Takumar 55 mm f/1.8 | M42, de-yellowed | 49.00 | 215 | 10 | good
Minolta | MD Rokkor 50 mm f/1.4 | clean | 69.00 | 245 | 7 | good
Minolta | MD 28 mm f/2.8 | with caps | 44.00 | 175 | 5 | good
Minolta | MC Rokkor 58 mm f/1.4 | hill-and-dale grip | 64.00 | 290 | 4 | good
Helios | 44-2 58 mm f/2 | M42, cleaned and re-greased | 39.00 | 230 | 14 | good
Jupiter | 9 85 mm f/2 | M42, smooth | 129.00 | 380 | 4 | good
Jupiter | 12 35 mm f/2.8 | Leica screw, black | 99.00 | 130 | 4 | good
Industar | 61 L/D 55 mm f/2.8 | Leica screw | 49.00 | 140 | 6 | good
Carl Zeiss Jena | Flektogon 35 mm f/2.4 | M42 | 189.00 | 245 | 4 | good
Carl Zeiss Jena | Pancolar 50 mm f/1.8 | M42, zebra | 79.00 | 200 | 4 | good
Meyer-Optik | Oreston 50 mm f/1.8 | M42, zebra | 54.00 | 200 | 3 | good
Vivitar | Series 1 70-210 mm f/3.5 | Olympus OM | 59.00 | 880 | 2 | good
Tamron | SP 90 mm f/2.5 macro | Adaptall 2, with OM mount | 119.00 | 420 | 3 | fine
Tokina | AT-X 28-85 mm f/3.5-4.5 | Nikon AI-s | 54.00 | 490 | 2 | good
Voigtlander | Nokton 40 mm f/1.4 | Leica M, single coated | 289.00 | 175 | 4 | mint
7artisans | 35 mm f/2 | Leica M, black | 149.00 | 235 | 3 | mint
`,
  ),
]
