import { readShelf, type Department } from './catalogue-item.ts'

const darkroom: Department = { key: 'darkroom', category: 'Cameras & Photography > Darkroom', skuPrefix: 'DRK' }

export const darkroomShelf = readShelf(
  darkroom,
  `
Ilford | ID-11 developer | powder for 1 litre | 9.95 | 210 | 12
Ilford | Ilfosol 3 developer | 500 ml | 13.95 | 680 | 14
Ilford | Ilfotec DD-X developer | 1 litre | 27.50 | 1290 | 7
Ilford | Ilfostop stop bath | 500 ml | 9.50 | 620 | 10
Ilford | Rapid Fixer | 500 ml | 12.25 | 690 | 16
Ilford | Rapid Fixer | 1 litre | 18.95 | 1330 | 6
Ilford | Simplicity starter pack | for two films | 24.95 | 520 | 9
Ilford | Washaid | 1 litre | 15.50 | 1160 | 2
Ilford | Ilfotol wetting agent | 200 ml | 8.95 | 260 | 6
Ilford | Multigrade RC Deluxe Pearl 8x10 in | 25 sheets | 31.95 | 480 | 13
Ilford | Multigrade RC Deluxe Glossy 5x7 in | 100 sheets | 44.50 | 720 | 8
Ilford | Multigrade FB Classic 9.5x12 in | 50 sheets | 94.00 | 1650 | 4
Ilford | Multigrade filter set | 6 x 6 in, 12 filters | 34.95 | 90 | 3
Ilford | Multigrade developer | 1 litre | 21.95 | 1270 | 8
Kodak | D-76 developer | powder for 3.8 litres | 17.95 | 440 | 7
Kodak | HC-110 developer | 1 litre | 36.95 | 1420 | 6
Kodak | Xtol developer | powder for 5 litres | 21.50 | 590 | 7
Kodak | Photo-Flo 200 | 473 ml | 13.50 | 560 | 3
Adox | Rodinal | 500 ml | 16.95 | 720 | 11
Adox | XT-3 developer | powder for 1 litre | 8.95 | 150 | 6
Adox | Adofix P II fixer | powder for 1 litre | 7.40 | 190 | 4
Foma | Fomabrom Variant 111 18x24 cm | 25 sheets | 26.50 | 610 | 4
Cinestill | Cs41 colour kit | liquid, 1 quart, 24 rolls | 39.95 | 1250 | 8
Bellini | C-41 kit | 1 litre, 16 rolls | 34.95 | 1380 | 6
Tetenal | E-6 three bath kit | 1 litre | 62.00 | 1750 | 2
Paterson | Super System 4 tank | universal, with one reel | 27.95 | 390 | 15
Paterson | tank | 3 reel | 32.00 | 520 | 8
Paterson | auto-load reel | 35 mm to 120 | 11.50 | 95 | 10
Paterson | thermometer | 23 cm, spirit | 10.95 | 60 | 7
Paterson | measuring cylinder | 600 ml | 8.95 | 120 | 6
Paterson | film squeegee | soft rubber | 9.75 | 70 | 3
Paterson | force film washer | hose with adaptor | 9.25 | 130 | 4
Paterson | 8x10 in trays | set of three, red, grey and white | 21.95 | 640 | 5
Paterson | Major focus finder | micro focus | 78.00 | 310 | 2
Paterson | 2000D darkroom timer | green display | 94.50 | 720 | 2
Kaiser | film clips | stainless steel, pair | 12.50 | 85 | 7
Kaiser | safelight | dark red, 15 W | 39.95 | 410 | 3
Kaiser | print tongs | set of three, 22 cm | 8.50 | 90 | 4
Kaiser | negative file pages | 35 mm, 7 strips, 100 pages | 32.50 | 780 | 6
Kaiser | copy stand RS 2 XA | with arm, 1 m column | 289.00 | 9800 | 1
AP | changing bag | 69 x 74 cm, two zips | 23.95 | 450 | 9
AP | collapsible bottle | 1 litre, brown | 6.95 | 110 | 7
AP | film retriever | for 35 mm cassettes | 8.25 | 35 | 6
Jobo | 1520 tank | with one reel | 49.95 | 430 | 4
Jobo | 2502 reel | 35 mm and 120 | 22.50 | 110 | 3
Print File | negative pages 120 | 25 pages | 9.95 | 220 | 5
Lineco | cotton gloves | pair, medium | 3.95 | 25 | 5
`,
)
