import { describe, expect, it } from 'vitest'
import { readAmounts, totalOf, type AmountForm, type ToldLine } from './order-amounts.ts'
import { recogniseOrders } from './order-reports.ts'
import { amazonOrders, inShort, readOrderFile } from './testing.ts'

/** The program that wrote a file of these lines. */
function dialectOf(text: string, mark: string) {
  const [header = [], ...rows] = text.split('\n').map((line) => line.split(mark))
  return recogniseOrders({ header, sample: rows.map((fields, at) => ({ line: at + 2, fields })) })
}

describe('the orders of Amazon', () => {
  const amazon = (text = amazonOrders) => readOrderFile(text, { source: 'amazon' })

  it('have prices, shipping and discounts of the line, and tax in the prices', async () => {
    expect(dialectOf(amazonOrders, '\t')).toBe('amazonOrders')
    const records = await amazon()
    expect(inShort(records)).toEqual([
      [2, '302-5550001-0000001', 2, 4799],
      [3, '302-5550001-0000002', 4, 3300],
      [5, '302-5550001-0000003', 'empty'],
    ])
    expect(records[0]?.order).toMatchObject({
      lines: [{ quantity: 2, unitPriceMinor: 2100 }],
      shippingMinor: 599,
      taxMinor: 0,
      shipTo: { city: 'Leeds', country: 'GB' },
    })
    expect(records[1]?.order).toMatchObject({ discountMinor: 200, shippingMinor: 300 })
  })

  it('are known by their order numbers where columns were deleted', async () => {
    const some = amazonOrders.replace('item-tax', 'note').replace('purchase-date', 'Order date')
    expect(dialectOf(some, '\t')).toBe('amazonOrders')
    expect(dialectOf(some.replaceAll('302-', 'A-'), '\t')).toBeNull()
  })

  it('have tax beside the prices where Amazon adds it', async () => {
    const [record] = await amazon(amazonOrders.replaceAll('GBP', 'USD'))
    expect(record?.order).toMatchObject({ taxMinor: 800, lines: [{ unitPriceMinor: 2100 }] })
  })
})

describe('the orders of other programs and sites', () => {
  it('of WooCommerce have names in parts', async () => {
    const text = [
      'Order Number,Order Status,Order Date,First Name (Billing),City (Billing),First Name (Shipping),Last Name (Shipping),Address 1&2 (Shipping),City (Shipping),Postcode (Shipping),Country Code (Shipping),Order Shipping Amount,Order Refund Amount,Order Total Amount,SKU,Item #,Item Name,Quantity,Item Cost',
      '501,Completed,2025-05-01 10:00,Ida,Kiel,Ole,Berg,1 Quay Road,Hull,HU1 1AA,GB,4.00,0,16.00,CUP,1,Cup,2,6.00',
    ].join('\n')
    expect(dialectOf(text, ',')).toBe('wooOrders')
    const [record] = await readOrderFile(text)
    expect(inShort(record ? [record] : [])).toEqual([[2, '501', 2, 1600]])
    expect(record?.order?.shipTo).toMatchObject({ name: 'Ole Berg', line1: '1 Quay Road', city: 'Hull', country: 'GB' })
  })

  it('of eBay Germany are in euros, with its names of columns', async () => {
    const text = [
      'Verkaufsprotokollnummer;Bestellnummer;Nutzername des Käufers;Name des Käufers;Angebotstitel;Bestandseinheit;Anzahl;Verkauft für;Verpackung und Versand;Gesamtbetrag;Verkauft am;Zahlungsdatum;Verschickt am - Datum',
      '1;23-55555-55555;ida;Ida Beispiel;Becher;BE-1;2;12,50 €;4,50 €;29,50 €;10-Dez-24;10-Dez-24;11-Dez-24',
    ].join('\n')
    expect(dialectOf(text, ';')).toBe('ebayOrders')
    const [record] = await readOrderFile(text)
    expect(record?.order).toMatchObject({
      currency: 'EUR',
      placedAt: new Date('2024-12-10T00:00:00Z'),
      shippingMinor: 450,
    })
    expect(inShort(record ? [record] : [])).toEqual([[2, '23-55555-55555', 2, 2950]])
  })

  it.each([
    [
      'a German shop program',
      'Auftragsnummer;Auftragsdatum;Artikelnummer;Artikelname;Anzahl;VK Brutto;Porto;Rechnungsbetrag;Currency;Vorname;Nachname;Strasse;PLZ;Stadt;Land;Versendet am',
      'B-1;03.11.2025 14:05;M-1;Schale;2;12,50 €;4,90 €;29,90 €;EUR;Jörg;Müller;Hauptstr. 5;1067;Dresden;Deutschland;04.11.2025',
      ['B-1', 2990, 'M-1', 'Jörg Müller', 'Hauptstr. 5', '01067', 'DE'],
    ],
    [
      'a hand-made table',
      'Order;Date;Product;Item SKU;Qty;Price;Shipping;Total;Currency;Name;Street;City;Zip;Country;Shipped',
      '7;2025-11-01;Lamp;L-1;1;10.00;2.00;12.00;EUR;Ann Ash;1 Rue Haute;Paris;75001;FR;2025-11-02',
      ['7', 1200, 'L-1', 'Ann Ash', '1 Rue Haute', '75001', 'FR'],
    ],
    [
      'a program that writes a full name beside its parts',
      'Order ID;Order Date;Item;SKU;Quantity;Price;Order Total;Full Name;First Name;Last Name;Address 1;City;Postcode;Country;Date Shipped',
      '8;2025-11-01;Lamp;L-2;1;£10.00;£10.00;Ann Ash;Ann;Ash;1 High Street;Leeds;LS1 1AA;United Kingdom;2025-11-02',
      ['8', 1000, 'L-2', 'Ann Ash', '1 High Street', 'LS1 1AA', 'GB'],
    ],
  ])('of %s need no correction of its columns', async (_, header, row, expected) => {
    const [record] = await readOrderFile(`${header}\n${row}`)
    expect(record?.problems).toEqual([])
    const { shipTo, lines } = record!.order!
    const [, number, , total] = inShort([record!])[0]!
    expect([number, total, lines[0]?.sku, shipTo?.name, shipTo?.line1, shipTo?.postal_code, shipTo?.country]).toEqual(
      expected,
    )
  })
})

describe('the word of a status', () => {
  const statusOf = async (status: string) => {
    const [record] = await readOrderFile(
      ['Order number,Order date,Item title,Price,Order status', `A,2025-01-01,Cup,2.00,${status}`].join('\n'),
    )
    return record?.order?.history.status ?? record?.problems[0]?.rule
  }
  it('says in a column of yes and no whether an order is shipped', async () => {
    const rows = ['A,2025-01-01,Cup,2.00,Yes', 'B,2025-01-01,Cup,2.00,no', 'C,2025-01-01,Cup,2.00,soon']
    const records = await readOrderFile(['Order number,Order date,Item title,Price,Shipped', ...rows].join('\n'))
    expect(records.map(({ order, problems }) => order?.history.status ?? problems[0]?.rule)).toEqual([
      'SHIPPED',
      'open',
      'day',
    ])
  })
  it('that says nothing about shipping is of an open order if others of the file are shipped', async () => {
    const rows = ['A,2025-01-01,Cup,2.00,Paid', 'B,2025-01-01,Cup,2.00,Shipped']
    const records = await readOrderFile(['Order number,Order date,Item title,Price,Status', ...rows].join('\n'))
    expect(records.map(({ problems }) => problems[0]?.rule)).toEqual(['open', undefined])
  })
  it.each([
    ['Shipped - Delivered to Buyer', 'SHIPPED'],
    ['Versandt', 'SHIPPED'],
    ['Verschickt', 'SHIPPED'],
    ['Abgeschlossen', 'SHIPPED'],
    ['Ausgeliefert', 'SHIPPED'],
    ['Dispatched', 'SHIPPED'],
    ['Expédiée', 'SHIPPED'],
    ['Entregado', 'SHIPPED'],
    ['Spedito', 'SHIPPED'],
    ['Verzonden', 'SHIPPED'],
    ['Annulée', 'CANCELLED'],
    ['Cancelado', 'CANCELLED'],
    ['Expédition en cours', 'open'],
    ['Versandbereit', 'open'],
    ['Versand ausstehend', 'open'],
    ['Canceled', 'CANCELLED'],
    ['Processing', 'open'],
    // States that say nothing about shipping are asked about.
    ['Paid', 'shipped'],
    ['Avoided loss', 'shipped'],
  ])('%s means %s: only whole words count', async (status, meant) => expect(await statusOf(status)).toBe(meant))
})

describe('amounts', () => {
  const line = (
    quantity: number,
    priceMinor: number,
    shippingMinor: number | null = null,
    taxMinor: number | null = null,
  ): ToldLine => {
    const none = { discountMinor: null, lineTotalMinor: null, itemDiscountMinor: null }
    return { quantity, priceMinor, shippingMinor, taxMinor, ...none }
  }

  it('follow from the total: prices of all units, shipping of each row, tax in the prices', () => {
    const lines = [line(2, 2000, 300, 400), line(1, 1000, 200, 100)]
    expect(readAmounts({ lines, head: null, totalMinor: 3500 })).toMatchObject({
      amounts: { unitPrices: [1000, 1000], shippingMinor: 500, taxMinor: 0 },
    })
    expect(readAmounts({ lines, head: null, totalMinor: 5800 })).toMatchObject({
      amounts: { unitPrices: [2000, 1000], shippingMinor: 300, taxMinor: 500 },
    })
    expect(readAmounts({ lines, head: null, totalMinor: 1 })).toBeNull()
  })

  it('that nothing proves are a question for each thing that matters', () => {
    const asks = (lines: ToldLine[], form: AmountForm = {}) => {
      const read = readAmounts({ lines, head: null, totalMinor: null }, form)
      return read && ('asks' in read ? read.asks : 'sure')
    }
    expect(asks([line(1, 2000)])).toBe('sure')
    expect(asks([line(2, 2000)])).toEqual(['price'])
    expect(asks([line(1, 2000, 300), line(1, 1000, 300)])).toEqual(['shipping'])
    expect(asks([line(1, 2000, null, 400)])).toEqual(['tax'])
    expect(asks([line(2, 2000, 300, 400), line(1, 1000, 300)])).toEqual(['price', 'shipping', 'tax'])
    expect(asks([line(2, 2000)], { price: 'LINE' })).toBe('sure')
    expect(asks([{ ...line(2, 2000), lineTotalMinor: 4000 }]), 'a total of the line proves it').toBe('sure')
  })

  it('of all units that do not divide evenly are kept to the cent', () => {
    const told = { lines: [line(3, 1000)], head: null, totalMinor: null }
    const read = readAmounts(told, { price: 'LINE' })
    expect(read).toMatchObject({ amounts: { unitPrices: [334], lineDiscounts: [2] } })
    expect(read && 'amounts' in read && totalOf(told, read.amounts)).toBe(1000)
  })
})
