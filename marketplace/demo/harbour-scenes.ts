import { filmShelf } from './catalogue/film.ts'
import { darkroomShelf } from './catalogue/darkroom.ts'
import { oddities } from './catalogue/oddities.ts'
import { afterSaleScenes } from './after-sale.ts'
import { makeScenes, readPeople, type Scene } from './scene.ts'

const people = readPeople(`
l.okonkwo | Lola Okonkwo | GB | 26
fotoladen_kiel | Fotoladen Kiel, Anke Hansen | DE | 26
m.tanaka | 田中 美咲 | JP | 9
ruth_and_sam | Ruth & Sam Rivera | US | 9
atelier.noir | Atelier Noir, Camille Lefèvre | FR | 9
دار_الصور | فاطمة المنصوري | AE | 9
greta.h | Greta Holm | SE | 9
p_moreau | Philippe Moreau | CA | 9
ines.v | Inês Valente | PT | 9
bolt&sons | Bolt & Sons "Pictures" Ltd | GB | 26
noa_levi | נועה לוי | IL | 3
caetano.f | Caetano Figueira | BR | 3
school.darkroom | St Bride's School, Art Department (Mrs Eleanor Whitaker-Fairclough) | GB | 3
`)

const classOrder = [...filmShelf.slice(0, 12), ...darkroomShelf.slice(0, 18)].map(
  (ware, index) => [ware.title, 1 + ((index * 7) % 5)] as const,
)

// Two days of handling: paid by 15:00 three days ago was due yesterday, two days ago is due today.
const overdue: Scene[] = [
  {
    ago: 3,
    time: '09:12:04',
    fate: 'waiting',
    buyer: 'l.okonkwo',
    takes: [['leica-m3', 1]],
    note: 'Signature please, parcels get lost in our building.',
  },
  { ago: 3, time: '13:40:51', fate: 'waiting', buyer: 'fotoladen_kiel', takes: [['planar-sl66', 1]] },
  {
    ago: 4,
    time: '11:05:33',
    fate: 'waiting',
    buyer: 'bolt&sons',
    takes: [
      ['markup', 4],
      ['Lens cap 52 mm', 6],
    ],
    note: 'Invoice to "Bolt & Sons", please:\n<b>attn. Mr Bolt</b>, 5 > 3 caps are black & the rest <any> colour.',
  },
  {
    ago: 6,
    time: '10:21:17',
    fate: 'waiting',
    buyer: 'caetano.f',
    takes: [
      ['Paterson Super System 4 tank', 1],
      ['formula', 1],
    ],
  },
]

const dueSoon: Scene[] = [
  {
    ago: 2,
    time: '02:15:40',
    fate: 'waiting',
    buyer: 'm.tanaka',
    takes: [['nikon-f2', 1]],
    note: 'プレゼント用です。\nよろしくお願いします。',
  },
  { ago: 2, time: '06:58:12', fate: 'waiting', buyer: 'ruth_and_sam', takes: [['Ilford HP5 Plus 120, 10 rolls', 3]] },
  {
    ago: 2,
    time: '08:03:25',
    fate: 'waiting',
    buyer: 'l.okonkwo',
    takes: [['Lens cap 49 mm', 2]],
    note: 'Could you put it in with the Leica? 🙏',
  },
  {
    ago: 2,
    time: '09:30:00',
    fate: 'waiting',
    buyer: 'school.darkroom',
    takes: classOrder,
    note: 'Purchase order ED-20417. Please mark every box with the order number, deliver to the site office at the back of the sports hall between 8.30 and 15.00 on a school day, and send one invoice for all of it to the bursar, not to the art department: last year three of ours went astray and it took until Easter to find them. The pupils start with film on the first Monday after half-term, so sending in two parts is fine as long as the tanks, the thermometers and the first ten films come first. Thank you!',
  },
  { ago: 2, time: '10:44:09', fate: 'waiting', buyer: 'atelier.noir', takes: [['Gossen Lunasix F', 1]] },
  { ago: 2, time: '11:29:58', fate: 'waiting', buyer: 'دار_الصور', takes: [['arabic', 1]] },
  { ago: 2, time: '12:02:20', fate: 'waiting', buyer: 'greta.h', takes: [['Paterson tank, 3 reel', 1]] },
  {
    ago: 1,
    time: '09:10:31',
    fate: 'waiting',
    buyer: 'p_moreau',
    takes: [['Hasselblad A12 back', 1]],
    note: 'Does the insert match? If not, please wait for my answer before you send it.',
  },
  { ago: 1, time: '10:47:05', fate: 'waiting', buyer: 'ines.v', takes: [['Kodak Portra 400 35 mm, 5 pack', 2]] },
  { ago: 1, time: '14:05:46', fate: 'waiting', buyer: 'noa_levi', takes: [['hebrew', 1]] },
  { ago: 1, time: '19:20:13', fate: 'waiting', buyer: 'bolt&sons', takes: [['Manfrotto 190 tripod', 1]] },
  {
    ago: 1,
    time: '20:36:27',
    fate: 'waiting',
    buyer: 'ruth_and_sam',
    takes: [['emoji', 1]],
    note: '🎁🎂 for our daughter, thank you!! 👩‍🎨📸',
  },
  { ago: 1, time: '21:14:02', fate: 'waiting', buyer: 'greta.h', takes: [['eighty', 1]] },
  { ago: 1, time: '22:51:38', fate: 'waiting', buyer: 'm.tanaka', takes: [['japanese', 1]] },
]

const partlyShipped: Scene[] = [
  {
    ago: 4,
    time: '08:41:22',
    fate: 'partly-shipped',
    buyer: 'fotoladen_kiel',
    takes: [
      ['Kodak Portra 160 120, 5 pack', 4],
      ['Ilford Multigrade RC Deluxe Pearl', 2],
      ['Paterson thermometer', 1],
    ],
  },
  {
    ago: 3,
    time: '09:55:48',
    fate: 'partly-shipped',
    buyer: 'atelier.noir',
    takes: [
      ['Foma Fomapan 100 Classic', 10],
      ['Adox Rodinal', 2],
    ],
  },
  { ago: 2, time: '07:12:10', fate: 'partly-shipped', buyer: 'l.okonkwo', takes: [['Kodak Gold 200 35 mm, 36', 6]] },
]

const unpaid: Scene[] = [
  { ago: 1, time: '12:20:19', fate: 'unpaid', buyer: 'ines.v', takes: [['Ilford HP5 Plus 400', 3]] },
  { ago: 2, time: '18:31:44', fate: 'unpaid', buyer: 'p_moreau', takes: [['long', 1]] },
  { ago: 3, time: '21:08:07', fate: 'payment-failed', buyer: 'caetano.f', takes: [['Olympus Trip 35', 1]] },
  {
    ago: 5,
    time: '10:02:53',
    fate: 'unpaid',
    buyer: 'greta.h',
    takes: [['Minolta X-700', 1]],
    note: 'I will pay on Friday when my salary comes, is that all right?',
  },
  { ago: 6, time: '20:17:30', fate: 'unpaid', buyer: 'noa_levi', takes: [['CineStill 800T', 3]] },
  { ago: 8, time: '16:45:01', fate: 'payment-failed', buyer: 'ruth_and_sam', takes: [['Billingham Hadley Small', 1]] },
]

const afterTheSale: Scene[] = [
  {
    ago: 1,
    time: '17:02:36',
    fate: 'cancel-requested',
    buyer: 'atelier.noir',
    takes: [
      ['Lens cap 49 mm', 1],
      ['Hoya HMC UV(C) 52 mm', 1],
    ],
    note: 'Sorry, I ordered the wrong size.',
  },
  {
    ago: 2,
    time: '21:36:55',
    fate: 'cancel-requested',
    buyer: 'fotoladen_kiel',
    takes: [['Paterson 2000D darkroom timer', 1]],
  },
  { ago: 7, time: '13:13:29', fate: 'held-up', buyer: 'دار_الصور', takes: [['Pentax K1000', 1]] },
  { ago: 10, time: '09:27:16', fate: 'held-up', buyer: 'p_moreau', takes: [['Canon AE-1, chrome', 1]] },
  { ago: 16, time: '11:50:42', fate: 'refund-pending', buyer: 'bolt&sons', takes: [['Sekonic L-308X Flashmate', 1]] },
  { ago: 26, time: '15:33:08', fate: 'sent-back', buyer: 'noa_levi', takes: [['Lomography LC-A+', 1]] },
  { ago: 34, time: '19:09:57', fate: 'returned', buyer: 'l.okonkwo', takes: [['Nikon F3 HP', 1]] },
  {
    ago: 40,
    time: '08:16:21',
    fate: 'partly-refunded',
    buyer: 'ruth_and_sam',
    takes: [
      ['Kodak Portra 400 120, 5 pack', 4],
      ['Mercury battery adaptor', 1],
    ],
  },
  { ago: 45, time: '12:40:33', fate: 'late', buyer: 'm.tanaka', takes: [['Olympus OM-1n', 1]] },
]

export const harbourScenes = makeScenes(
  people,
  [...overdue, ...dueSoon, ...partlyShipped, ...unpaid, ...afterTheSale, ...afterSaleScenes],
  oddities,
)
