import { readShelf, type Department } from './catalogue-item.ts'

const film: Department = { key: 'film', category: 'Cameras & Photography > Film', skuPrefix: 'FLM' }

export const filmShelf = readShelf(
  film,
  `
Ilford | HP5 Plus 400 35 mm | 36 exposures | 8.95 | 34 | 40
Ilford | HP5 Plus 35 mm | 10 rolls, expires 2028 | 84.50 | 330 | 14
Ilford | HP5 Plus 120 | 10 rolls, expires 2028 | 58.00 | 310 | 18
Ilford | HP5 Plus 120 | single roll | 6.75 | 32 | 16
Ilford | HP5 Plus 35 mm | 30.5 m bulk length | 92.00 | 420 | 4
Ilford | FP4 Plus 125 35 mm | 36 exposures | 8.75 | 34 | 24
Ilford | FP4 Plus 120 | 5 rolls | 31.50 | 160 | 10
Ilford | Delta 100 35 mm | 36 exposures | 10.95 | 34 | 12
Ilford | Delta 400 120 | single roll | 7.95 | 32 | 8
Ilford | Delta 3200 35 mm | 36 exposures | 11.95 | 34 | 11
Ilford | Pan F Plus 50 35 mm | 36 exposures | 9.60 | 34 | 7
Ilford | XP2 Super 400 35 mm | 36 exposures, C-41 process | 10.20 | 34 | 9
Ilford | SFX 200 120 | single roll, for red filters | 10.95 | 32 | 3
Ilford | HP5 Plus 4x5 in | 25 sheets | 52.00 | 310 | 4
Kentmere | Pan 400 35 mm | 36 exposures | 5.95 | 34 | 28
Kentmere | Pan 100 35 mm | 36 exposures | 5.95 | 34 | 15
Kentmere | Pan 200 120 | single roll | 5.25 | 32 | 6
Kodak | Portra 400 35 mm | 5 pack | 74.95 | 170 | 30
Kodak | Portra 400 120 | 5 pack | 67.50 | 165 | 26
Kodak | Portra 160 35 mm | 5 pack | 72.00 | 170 | 14
Kodak | Portra 160 120 | 5 pack | 64.00 | 165 | 10
Kodak | Portra 800 120 | 5 pack | 79.95 | 165 | 8
Kodak | Gold 200 35 mm | 36 exposures | 9.49 | 34 | 34
Kodak | Gold 200 35 mm | 3 pack, 36 exposures each | 26.95 | 105 | 20
Kodak | Gold 200 120 | 5 pack | 44.95 | 165 | 15
Kodak | UltraMax 400 35 mm | 36 exposures | 9.95 | 34 | 22
Kodak | ColorPlus 200 35 mm | 36 exposures | 7.95 | 34 | 20
Kodak | Ektar 100 35 mm | 36 exposures | 14.95 | 34 | 14
Kodak | Ektar 100 120 | 5 pack | 62.00 | 165 | 7
Kodak | Tri-X 400 35 mm | 36 exposures | 11.50 | 34 | 18
Kodak | Tri-X 400 120 | 5 pack | 49.95 | 165 | 9
Kodak | T-Max 100 35 mm | 36 exposures | 11.25 | 34 | 6
Kodak | Ektachrome E100 35 mm | 36 exposures, slide film | 24.95 | 34 | 8
Fujifilm | Fujicolor 200 35 mm | 36 exposures | 9.25 | 34 | 15
Fujifilm | Fujicolor 400 35 mm | 3 pack | 31.50 | 105 | 12
Fujifilm | Velvia 50 35 mm | 36 exposures, slide film | 25.95 | 34 | 6
Fujifilm | Provia 100F 120 | single roll, slide film | 16.95 | 32 | 4
Fujifilm | Neopan Acros II 100 35 mm | 36 exposures | 13.95 | 34 | 7
Fujifilm | Instax Mini | twin pack, 20 shots | 15.99 | 190 | 17
Fujifilm | Instax Wide | twin pack, 20 shots | 18.99 | 260 | 7
Polaroid | i-Type Color | 8 photos | 16.99 | 180 | 9
CineStill | 800T 35 mm | tungsten, 36 exposures | 16.95 | 34 | 14
CineStill | 400D 35 mm | daylight, 36 exposures | 15.95 | 34 | 9
CineStill | 50D 120 | single roll | 15.50 | 32 | 4
Foma | Fomapan 100 Classic 35 mm | 36 exposures | 5.49 | 34 | 13
Foma | Fomapan 400 Action 120 | single roll | 4.95 | 32 | 9
Foma | Fomapan 200 Creative 4x5 in | 50 sheets | 47.50 | 540 | 3
Rollei | RPX 25 35 mm | 36 exposures | 7.95 | 34 | 5
Rollei | Infrared 400 120 | single roll | 9.95 | 32 | 3
Adox | CHS 100 II 35 mm | 36 exposures | 8.90 | 34 | 5
Adox | CMS 20 II 35 mm | 36 exposures, document film | 9.40 | 34 | 3
Harman | Phoenix 200 35 mm | 36 exposures | 12.95 | 34 | 10
Harman | Phoenix II 200 120 | single roll | 11.95 | 32 | 5
Lomography | Color Negative 400 35 mm | 3 pack | 29.90 | 105 | 9
Lomography | LomoChrome Purple 35 mm | 36 exposures | 13.50 | 34 | 6
Lomography | Berlin Kino 400 120 | single roll | 9.90 | 32 | 3
Bergger | Pancro 400 35 mm | 36 exposures | 9.80 | 34 | 3
`,
)
