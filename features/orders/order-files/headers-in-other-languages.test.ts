import { expect, it } from 'vitest'
import { readOrderFile } from './testing.ts'
import { readCountry } from './to-finished-order.ts'

it.each([
  [
    'French',
    'Numéro de commande;Date de commande;Client;Adresse;Code postal;Ville;Pays;Article;Référence;Quantité;Prix unitaire;Frais de port;Total;Statut;Numéro de suivi',
    'F-1;12/03/2026;Zoé Martin;1 rue de la Paix;1000;Bourg;France;Tasse;M-B;2;12,50;4,90;29,90;Expédiée;8R1',
    ['FR', '01000'],
  ],
  [
    'Spanish',
    'Número de pedido;Fecha del pedido;Cliente;Dirección;Código postal;Ciudad;País;Producto;SKU;Cantidad;Precio;Gastos de envío;Total;Estado;Número de seguimiento',
    'E-1;12/03/2026;José Núñez;Calle 1;8001;Barcelona;España;Taza;M-B;2;12,50 €;4,90 €;29,90 €;Enviado;8R1',
    ['ES', '08001'],
  ],
  [
    'Italian',
    'Numero ordine;Data ordine;Cliente;Indirizzo;CAP;Città;Paese;Prodotto;SKU;Quantità;Prezzo;Spese di spedizione;Totale;Stato;Numero di tracking',
    'I-1;12/03/2026;Ugo;Via 1;118;Roma;Italia;Tazza;M-B;2 x;12,50;4,90;29,90;Spedito;8R1',
    ['IT', '00118'],
  ],
  [
    'unaccented English, with a country of three letters',
    'Order number;Order date;Customer name;Delivery address;Delivery zip;Delivery city;Delivery country;Item;SKU;Qty;Price;Shipping rate;Total;Status;Tracking number',
    'W-1;12/03/2026;Ann;1 St;2108;Boston;USA;Cup;M-B;x2;12.50;4.90;29.90;Dispatched;8R1',
    ['US', '02108'],
  ],
])('an order with headers in %s is read without a correction', async (_, header, row, [country, postcode]) => {
  const [record] = await readOrderFile(`${header}\n${row}`)
  expect(record?.problems).toEqual([])
  expect(record?.order).toMatchObject({
    placedAt: new Date('2026-03-12T00:00:00Z'),
    shippingMinor: 490,
    lines: [{ quantity: 2, unitPriceMinor: 1250, sku: 'M-B' }],
    shipTo: { country, postal_code: postcode, line1: expect.stringContaining('1') },
    history: { status: 'SHIPPED', parcels: [{ trackingNumber: '8R1' }] },
  })
})

it.each([
  ['gb', 'GB'],
  ['United Kingdom', 'GB'],
  ['UK', 'GB'],
  ['Deutschland', 'DE'],
  ['États-Unis', 'US'],
  ['Atlantis', null],
  ['USA', 'US'],
  ['gbr', 'GB'],
  ['AUT', 'AT'],
  ['AUS', 'AU'],
  ['IRL', 'IE'],
  ['QQQ', null],
])('reads the country %s', (text, code) => expect(readCountry(text)).toBe(code))
