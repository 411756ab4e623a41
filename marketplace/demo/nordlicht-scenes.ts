import { makeScenes, readPeople, type Scene } from './scene.ts'

const people = readPeople(`
buchhandlung.ahrens | Buchhandlung Ahrens, Nele Ahrens | DE | 9
vera.wimmer | Vera Wimmer | AT | 3
emre_y | Emre Yılmaz | DE | 3
`)

const scenes: Scene[] = [
  {
    ago: 8,
    time: '09:20:11',
    fate: 'waiting',
    buyer: 'vera.wimmer',
    takes: [["Caran d'Ache 849", 1]],
    note: 'Bitte mit Gravur »V. W.«, falls das noch geht.',
  },
  {
    ago: 1,
    time: '10:05:42',
    fate: 'waiting',
    buyer: 'buchhandlung.ahrens',
    takes: [
      ['Nordlicht Postkarten »Küste«', 10],
      ['Nordlicht Weihnachtskarten', 12],
      ['Nordlicht Geschenkpapier', 8],
    ],
    note: 'Wie besprochen mit 14 Tagen Zahlungsziel.\nRechnung bitte an: Buchhandlung Ahrens & Töchter GbR',
  },
  { ago: 1, time: '21:47:30', fate: 'waiting', buyer: 'emre_y', takes: [['LAMY safari Füllhalter, Feder F', 1]] },
  { ago: 2, time: '19:12:08', fate: 'unpaid', buyer: 'emre_y', takes: [['Pilot Iroshizuku', 1]] },
]

export const nordlichtScenes = makeScenes(people, scenes, new Map())
