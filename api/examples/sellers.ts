const gbp = (value: string) => ({ value, currency: 'GBP' })

const away = {
  from: '2026-12-21',
  to: '2026-12-27',
  startsAt: '2026-12-21T00:00:00.000Z',
  endsAt: '2026-12-28T00:00:00.000Z',
  message: 'We are skiing.',
  listings: 'PAUSE',
  shipsFrom: '2026-12-28',
}

const key = {
  id: '3f9a1c07b2de',
  name: 'Their listing tool',
  scopes: ['listings:read', 'listings:write'],
  ending: 'hQ4m',
  state: 'live',
  expiresAt: '2027-11-22T09:30:00.000Z',
}

const refusedOrder = { direction: 'TO_HUB', kind: 'ORDER', seller: 's-42', id: 'A-1001' }

/** Examples of answers about sellers, their listings, the catalogue and connected shops, by name of the schema. */
export const sellerExamples = {
  Seller: {
    id: 'harbour-camera',
    username: 'harbour-camera',
    displayName: 'Harbour Camera',
    registeredAt: '2017-03-14T10:22:00.000Z',
    country: 'GB',
    timeZone: 'Europe/London',
    currency: 'GBP',
    storeUrl: null,
    stockOwner: null,
    suspended: false,
    suspendedAt: null,
    feedbackScore: 4982,
    level: 'ABOVE_STANDARD',
    away,
  },
  TimeAway: { ...away, except: ['118304211004'] },
  Member: { email: 'ada@lens-and-light.example', name: 'Ada Example', role: 'manager' },
  SellerKey: key,
  MadeSellerKey: { ...key, secret: 'hub_…' },
  Listing: {
    id: 'p-17',
    item: '118304211004',
    state: 'ACTIVE',
    endReason: null,
    title: 'Leica M3 body, double stroke',
    sku: 'M3-1954',
    category: 'Cameras & Photography > Film Cameras',
    condition: 'VERY_GOOD',
    format: 'FIXED_PRICE',
    price: gbp('45.00'),
    description: '<p>Serviced last year.</p>',
    aspects: { Brand: ['Leica'], Model: ['M3'] },
    epid: null,
    pictures: ['https://shop.example/pictures/m3.jpg'],
    axes: [],
    variations: [],
    postage: { name: 'Tracked 48', price: gbp('3.95'), terms: 'Royal Mail, 2 to 3 days.' },
    returns: { days: 30, terms: 'The buyer pays the postage back.' },
    stock: { onHand: 4, reserved: 1, buffer: 0, available: 3 },
    startsAt: '2026-11-20T09:30:00.000Z',
    endsAt: null,
    version: 3,
    problems: [],
  },
  Stock: { onHand: 4, reserved: 1, buffer: 0, available: 3 },
  SummaryLink: {
    url: 'https://hub.example/market-summary?token=…',
    expiresAt: '2026-12-22T09:30:00.000Z',
  },
  Traffic: { item: '118304211004', day: '2026-11-22' },
  Category: {
    path: 'Cameras & Photography > Film Cameras',
    names: { de: 'Kameras & Fotografie > Analogkameras' },
    aspects: [
      { name: 'Brand', names: { de: 'Marke' }, required: true, multiple: false, values: [] },
      {
        name: 'Type',
        names: { de: 'Produktart' },
        required: true,
        multiple: false,
        values: ['Rangefinder', 'SLR', 'TLR'],
      },
    ],
  },
  CategoryMap: { categories: [{ shop: 'film-cameras', category: 'Cameras & Photography > Film Cameras' }] },
  Product: {
    id: 'm3-body',
    epid: '1000000231',
    title: 'Leica M3 body',
    brand: 'Leica',
    category: 'Cameras & Photography > Film Cameras',
    gtin: null,
    imageUrl: null,
    weightGrams: 595,
  },
  Connection: {
    name: 'vendure',
    shop: { kind: 'Vendure', version: '3.7.3' },
    shopReadAt: '2026-11-22T09:30:00.000Z',
    hubReadAt: '2026-11-22T09:30:02.000Z',
    failure: null,
    counts: { listings: 88, orders: 1204, told: 310, waiting: 0, refused: 1 },
    refused: [
      {
        ...refusedOrder,
        about: null,
        reason: 'It adds up to 45.00 GBP, and the shop says 44.99 GBP.',
        since: '2026-11-22T09:12:00.000Z',
      },
    ],
    sendAgain: { askedAt: '2026-11-22T09:31:40.000Z', all: false, items: [refusedOrder] },
  },
}
