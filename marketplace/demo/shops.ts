import type { NewRow } from '#db/schema.ts'
import { accessoryShelves } from './catalogue/accessories.ts'
import { classicShelves } from './catalogue/classics.ts'
import { darkroomShelf } from './catalogue/darkroom.ts'
import { filmShelf } from './catalogue/film.ts'
import { findPiece } from './catalogue/pieces.ts'
import { stationeryShelves } from './catalogue/stationery.ts'
import { chooseBritishService, chooseGermanService } from './shipping.ts'
import type { Shop } from './shop.ts'
import { day } from '#lib/duration.ts'

export const harbourCamera: Shop = {
  seller: {
    username: 'harbour-camera',
    display_name: 'Harbour Camera',
    registered_at: new Date('2017-03-14T10:22:00Z'),
    country: 'GB',
    time_zone: 'Europe/London',
    currency: 'GBP',
    store_url: null,
    feedback_score: 4_982,
    handling_days: 2,
    cutoff_time: '15:00:00',
    // Open daily, so that some order is always due today.
    working_days: [1, 2, 3, 4, 5, 6, 7],
    level: 'ABOVE_STANDARD',
  },
  orders: 2_990,
  days: 396,
  buyers: 2_600,
  hobbies: [
    'film',
    'analog',
    '35mm',
    'foto',
    'darkroom',
    'grain',
    'lens',
    'shutter',
    'silver',
    'rolls',
    'negatives',
    'box',
  ],
  countries: [
    ['GB', 54],
    ['US', 12],
    ['DE', 9],
    ['FR', 7],
    ['JP', 4],
    ['SE', 3],
    ['CA', 3],
    ['NL', 2],
    ['PT', 2],
    ['IT', 1.5],
    ['AE', 1.2],
    ['BR', 0.8],
    ['IL', 0.8],
    ['AT', 0.7],
  ],
  wares: [...filmShelf, ...darkroomShelf, ...accessoryShelves, ...classicShelves],
  shelfStates: { outOfStock: 24, onHold: 5, ended: 16 },
  findPiece,
  pieces: { active: 62, drafts: 17, scheduled: 9 },
  baskets: [
    {
      weight: 36,
      draws: [
        ['film', 1],
        ['film', 0.42],
        ['film', 0.16],
        ['darkroom', 0.08],
      ],
      quantities: [
        [1, 52],
        [2, 26],
        [3, 12],
        [5, 7],
        [10, 3],
      ],
    },
    {
      weight: 13,
      draws: [
        ['darkroom', 1],
        ['darkroom', 0.55],
        ['darkroom', 0.2],
        ['film', 0.15],
      ],
      quantities: [
        [1, 82],
        [2, 15],
        [4, 3],
      ],
    },
    {
      weight: 19,
      draws: [
        ['accessories', 1],
        ['accessories', 0.25],
      ],
      quantities: [
        [1, 84],
        [2, 13],
        [3, 3],
      ],
    },
    {
      weight: 3,
      draws: [
        ['meters', 1],
        ['accessories', 0.2],
      ],
      quantities: [[1, 1]],
    },
    { weight: 2, draws: [['tripods', 1]], quantities: [[1, 1]] },
    {
      weight: 13,
      draws: [
        ['cameras', 1],
        ['film', 0.3],
        ['accessories', 0.2],
      ],
      quantities: [[1, 1]],
    },
    {
      weight: 8,
      draws: [
        ['lenses', 1],
        ['accessories', 0.25],
      ],
      quantities: [[1, 1]],
    },
    {
      weight: 6,
      draws: [
        ['piece', 1],
        ['accessories', 0.15],
        ['film', 0.1],
      ],
      quantities: [[1, 1]],
    },
  ],
  chooseService: chooseBritishService,
  bulk: { department: 'film', units: 5 },
}

export const nordlichtPapier: Shop = {
  seller: {
    username: 'nordlicht-papier',
    display_name: 'Nordlicht Papier',
    registered_at: new Date('2023-09-02T08:05:00Z'),
    country: 'DE',
    time_zone: 'Europe/Berlin',
    currency: 'EUR',
    store_url: null,
    feedback_score: 148,
    handling_days: 1,
    cutoff_time: '12:00:00',
    working_days: [1, 2, 3, 4, 5],
    level: 'TOP_RATED',
  },
  orders: 180,
  days: 396,
  buyers: 150,
  hobbies: ['papier', 'tinte', 'feder', 'notiz', 'briefe', 'schreibt', 'kleks'],
  countries: [
    ['DE', 80],
    ['AT', 9],
    ['NL', 4],
    ['FR', 3],
    ['IT', 2],
    ['SE', 2],
  ],
  wares: stationeryShelves,
  shelfStates: { outOfStock: 4, onHold: 1, ended: 3 },
  findPiece: null,
  pieces: { active: 0, drafts: 0, scheduled: 0 },
  baskets: [
    {
      weight: 30,
      draws: [
        ['notebooks', 1],
        ['pens', 0.3],
        ['ink', 0.1],
      ],
      quantities: [
        [1, 80],
        [2, 15],
        [5, 5],
      ],
    },
    {
      weight: 25,
      draws: [
        ['pens', 1],
        ['ink', 0.45],
        ['notebooks', 0.15],
      ],
      quantities: [
        [1, 85],
        [2, 15],
      ],
    },
    {
      weight: 25,
      draws: [
        ['paper', 1],
        ['paper', 0.5],
        ['ink', 0.1],
      ],
      quantities: [
        [1, 65],
        [2, 25],
        [3, 10],
      ],
    },
    {
      weight: 20,
      draws: [
        ['desk', 1],
        ['desk', 0.4],
        ['paper', 0.2],
      ],
      quantities: [
        [1, 85],
        [2, 15],
      ],
    },
  ],
  chooseService: chooseGermanService,
  bulk: null,
}

/** The new seller: signed up this week, no listings. */
export function firstLight(now: Date): NewRow<'sellers'> {
  return {
    username: 'first-light',
    display_name: 'First Light',
    registered_at: new Date(Math.floor(now.getTime() / day - 2) * day + 4_320_000),
    country: 'JP',
    time_zone: 'Asia/Tokyo',
    currency: 'JPY',
    store_url: null,
    feedback_score: 0,
    handling_days: 2,
    cutoff_time: '14:00:00',
    working_days: [1, 2, 3, 4, 5, 6],
    level: null,
  }
}
