import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { inputShop } from './testing-inputs.ts'

// For each input of inputs.db.test.ts others of its kind, as other programs and spreadsheets write them.

const db = await testDatabase()
const shop = await inputShop(db, testServices(db, { now: () => new Date('2026-11-25T12:00:00Z') }))

/** A file of columns as given; each row is a line. */
const file = (columns: string, rows: readonly string[]) => [columns, ...rows, ''].join('\n')
const numbers = ['076', '147', '218', '283', '354', '425'].map((end) => `RA123450${end}GB`)
/** A file with one odd tracking cell for each carrier. */
const cells = (...rows: [cell: string, carrier?: string][]) =>
  file(
    'Order number,Tracking number,Carrier',
    rows.map(([cell, carrier = ''], at) => `ORDER${at + 1},"${cell.replaceAll('"', '""')}",${carrier}`),
  )
/** A file with a column of its own, and what is read for it. */
const column = (name: string, ...values: string[]) =>
  file(
    `Tracking Number;${name};Order ID`,
    values.map((value, at) => `${numbers[at]};${value};ORDER${at + 1}`),
  )
const royal = (at: number, ...more: string[]) => ['Royal Mail', numbers[at], ...more].join(' | ')

describe('a file', () => {
  it.each<[string, string, string[]]>([
    [
      't01 with unlisted carriers in a German column',
      file('Bestellnummer;Sendungsnummer;Versandunternehmen', ['ORDER1;330123456789;Purolator']),
      ['Purolator | 330123456789'],
    ],
    [
      't01 with a number of a country that is not listed',
      cells(['EF223344101MY', 'Pos Malaysia'], ['JT0012345678901', 'J&T Express']),
      ['Pos Malaysia | EF223344101MY', 'J&T Express | JT0012345678901'],
    ],
    [
      't01 whose program names no carrier but “Other” and the like',
      cells([numbers[0]!, 'Other'], ['330123456789', 'Other'], [numbers[2]!, 'Sonstige'], [numbers[3]!, 'N/A']),
      [royal(0), 'Other | 330123456789', royal(2), royal(3)],
    ],
    [
      't01 of Amazon, whose code says “Other” beside the name',
      file('order-id\torder-item-id\tquantity\tship-date\tcarrier-code\tcarrier-name\ttracking-number\tship-method', [
        `ORDER1\t\t\t2026-11-24\tRoyal Mail\t\t${numbers[0]}\tTracked 48`,
        'ORDER2\t\t\t2026-11-24\tOther\tMy local courier\tLC-100-200\tDay',
        'ORDER3\t\t\t2026-11-24\t\tMy local courier\tLC-100-201\tDay',
      ]),
      [
        `${royal(0)} | Tracked 48 | 2026-11-24`,
        'My local courier | LC-100-200 | Day | 2026-11-24',
        'My local courier | LC-100-201 | Day | 2026-11-24',
      ],
    ],
    [
      't02 with a title, the label program’s own numbers and phones',
      file('Labels of 24 November,,,,', [
        ',,,,',
        'Order Number,Name,Phone,Reference 1,Tracking #',
        `1,Ann Example,3318810025,ORDER1,${numbers[0]}`,
        `2,Bob Example,3318810036,ORDER2,${numbers[1]}`,
      ]),
      [royal(0), royal(1)],
    ],
    [
      't02 put together of two, each with its header and totals',
      file('Order number,Tracking number,Name', [
        `ORDER1,${numbers[0]},Ann`,
        'Grand total,1,',
        'Order number,Tracking number,Name',
        `ORDER2,${numbers[1]},Bob`,
        'Gesamt,,1',
      ]),
      [royal(0), 'footer', 'footer', royal(1), 'footer'],
    ],
    [
      't03 with dates of other languages',
      column('Ship Date', '24 nov. 2026', '2026年11月24日', '2026. 11. 24.', '24 novembre 2026', '24 août 2026'),
      [0, 1, 2, 3].map((at) => royal(at, '2026-11-24')).concat(royal(4, 'day')),
    ],
    [
      't03 with dates of programs',
      column('Ship Date', '20261124', 'Tue Nov 24 14:05:00 UTC 2026', '11-24-26', '11/23/2026 3:05 PM'),
      [royal(0, '2026-11-24'), royal(1, '2026-11-24'), royal(2, '2026-11-24'), royal(3, '2026-11-23')],
    ],
    [
      't04 with exponents of other programs, and a long one',
      cells(
        ['9.86578788855E+011', 'FedEx'],
        ['986.578788855e9', 'FedEx'],
        ['9,86578788855E+11', 'FedEx'],
        ['9.400111899223100000017E+21', 'USPS'],
      ),
      [...['', '', ''].map(() => 'FedEx | 986578788855 | repaired exponent'), 'rounded'],
    ],
    [
      't04 as amounts of money, in India, and with many zeros',
      cells(
        ['£986,578,788,855.00', 'FedEx'],
        ['9,86,57,87,88,855', 'FedEx'],
        ['986578788855.0000000', 'FedEx'],
        ['986.578.788.854 €', 'FedEx'],
      ),
      [
        'FedEx | 986578788855 | repaired grouped',
        'FedEx | 986578788855 | repaired grouped',
        'FedEx | 986578788855 | repaired decimal',
        'damaged grouped',
      ],
    ],
    [
      't04 with errors of spreadsheets in other languages, and words for nothing',
      cells(
        ['#NV', 'GLS'],
        ['#WERT!', 'GLS'],
        ['#¡VALOR!', 'GLS'],
        ['null', 'DHL'],
        ['pending', 'DHL'],
        ['Not yet', 'DHL'],
      ),
      ['damaged error', 'damaged error', 'damaged error', 'tracking-missing', 'tracking-form', 'tracking-form'],
    ],
    [
      't05 of carriers with other check digits',
      cells(
        ['6570000123', 'FedEx'],
        ['331881001', 'DHL Express'],
        ['3001118992231000008', 'USPS'],
        ['340434161094021507.0', 'DHL'],
      ),
      [
        'FedEx | 006570000123 | repaired zeros',
        'DHL Express | 0331881001 | repaired zeros',
        'USPS | 03001118992231000008 | repaired zeros',
        'DHL | 00340434161094021507 | repaired decimal',
      ],
    ],
    [
      't05 that with zeros would be of some carrier by chance',
      cells(['1234567890128'], ['3987654321095'], ['1234567890128.0']),
      ['carrier-missing', 'carrier-missing', 'damaged decimal'],
    ],
    [
      't06 with names of a carrier as programs put them together',
      cells(
        [numbers[0]!, 'RoyalMailTracked48'],
        ['1Z999AA10123456784', 'UPS(R) Ground'],
        ['9400111899223100000017', 'United States Postal Service (USPS)'],
        ['986578788855', 'fedex_express_saver'],
        ['H01QXA0044710231', 'Evri (Hermes) Standard'],
      ),
      [
        royal(0, 'Tracked 48'),
        'UPS | 1Z999AA10123456784 | Ground',
        'USPS | 9400111899223100000017',
        'FedEx | 986578788855 | Saver',
        'Evri | H01QXA0044710231 | Standard',
      ],
    ],
    [
      't06 with codes of tracking services, and spelled letter by letter',
      cells(
        ['H01QXA0044710231', 'myhermes-uk'],
        ['00340434161094021507', 'dhl-germany'],
        ['9400111899223100000017', 'U.S.P.S. Priority Mail'],
        ['986578788855', 'Fed Ex 2Day®'],
      ),
      [
        'Evri | H01QXA0044710231',
        'DHL | 00340434161094021507',
        'USPS | 9400111899223100000017 | Priority Mail',
        'FedEx | 986578788855 | 2Day',
      ],
    ],
    [
      't08 with labels whose refund is asked for, refused, or of a part',
      column('Status', 'REFUNDPENDING', 'Refund rejected', 'Not refunded', 'Label voided', 'partially_refunded'),
      ['label-void', royal(1), royal(2), 'label-void', royal(4)],
    ],
    [
      't08 with labels that were given up in other languages',
      column('Status', 'Stornierung beantragt', 'Annulé', 'gelöscht', 'Not shipped - cancelled', 'Awaiting refund'),
      ['label-void', 'label-void', 'label-void', 'label-void', 'label-void'],
    ],
    [
      't08 with a column that says yes or no, or when',
      column('Voided', 'True', 'False', 'Y', '0', '11/24/2026', ''),
      ['label-void', royal(1), 'label-void', royal(3), 'label-void', royal(5)],
    ],
    [
      't08 with a refund beside the status',
      column('Status;Refund status', 'Purchased;Refunded', 'Purchased;rejected', 'Purchased;'),
      ['label-void', royal(1), royal(2)],
    ],
    [
      't08 with labels whose refund stands in another column',
      column('Service;Carrier', 'REFUNDED;Royal Mail', 'Tracked 48 (voided);Royal Mail', 'Refundable;Royal Mail', 'Tracked 48;VOID', ';'), // prettier-ignore
      ['label-void', 'label-void', `${royal(2)} | Refundable`, 'label-void', royal(4)],
    ],
    [
      't09 with scans of FedEx, and with marks between the parts',
      cells(
        ['1001921334250001000300986578788855'],
        ['1001921334250001000300986578788855', 'FedEx'],
        ['9622001900000000000000776632517510'],
        ['(420) 90245 (94)00111899223100000017'],
        ['420 90245 9400 1118 9922 3100 0000 17', 'USPS'],
      ),
      [
        ...['', ''].map(() => 'FedEx | 986578788855 | repaired prefix'),
        'FedEx | 776632517510 | repaired prefix',
        ...['', ''].map(() => 'USPS | 9400111899223100000017 | repaired prefix'),
      ],
    ],
    [
      't09 with a wrong digit behind the prefix, and of a carrier without check digits',
      cells(['420902459400111899223100000019', 'USPS'], ['%000DE15976034221807101276', 'DPD']),
      ['number-check USPS', 'tracking-form'],
    ],
    [
      't10 with two numbers in lines, without a separator, and with words between',
      cells(
        [`${numbers[0]}\n${numbers[1]}`, 'Royal Mail'],
        ['986578788855481203991237', 'FedEx'],
        [`${numbers[0]} (1/2) ${numbers[1]} (2/2)`],
        [`[${numbers[0]}; ${numbers[1]}]`, 'Royal Mail'],
        [`${numbers[4]} (and 330123456789)`, 'Royal Mail'],
      ),
      ['several-numbers', 'several-numbers', 'several-numbers', 'several-numbers', 'tracking-form'],
    ],
    [
      't10 with one number twice without a separator',
      cells(['986578788855986578788855', 'FedEx']),
      ['FedEx | 986578788855'],
    ],
    [
      't11 with links',
      cells(
        [`https://www.royalmail.com/track-your-item#/tracking-results/${numbers[0]}`, 'Royal Mail'],
        [`=HYPERLINK("https://track.example/?id=1","${numbers[1]}")`, 'Royal Mail'],
        ['https://track.example/330123456789', 'Purolator'],
      ),
      [royal(0), royal(1), 'tracking-form'],
    ],
    [
      't11 with brackets, foreign quotes and wide letters',
      cells([`[${numbers[0]}]`], [`„${numbers[1]}“.`], ['ＲＡ１２３４５０２１８ＧＢ'], [`Tracking: «${numbers[3]}»`]),
      [royal(0), royal(1), royal(2), royal(3)],
    ],
    [
      't12 with two columns of one name, of which each row fills one or both',
      file('Order number,Tracking number,Tracking number', [
        `ORDER1,${numbers[0]},`,
        `ORDER2,,${numbers[1]}`,
        `ORDER3,${numbers[2]},${numbers[3]}`,
        `ORDER4,${numbers[4]},${numbers[4]}`,
      ]),
      [royal(0), royal(1), 'several-numbers', royal(4)],
    ],
    [
      't12 with columns that a program has counted, and order numbers in two',
      file('Order number,Tracking number,Tracking number.1,Carrier,Order number', [
        `ORDER1,${numbers[0]},,Royal Mail,`,
        `,${numbers[1]},nan,Royal Mail,ORDER2`,
        `ORDER3,${numbers[2]},${numbers[3]},Royal Mail,`,
      ]),
      [royal(0), royal(1), 'several-numbers'],
    ],
    [
      't13 with the last name first or in a column of its own',
      file('First name,Last name,Tracking Number,ZIP', [`Ann,Example,${numbers[0]},SE11AA`]),
      ['recipient-confirm'],
    ],
    [
      't13 with names as labels have them',
      file('Recipient,Tracking Number,Postal Code', [
        `"Example, Ann",${numbers[0]},se1 1aa`,
        `Mr. BOB EXAMPLE,${numbers[1]},02451-1234`,
        `JOERG MUESSIG,${numbers[2]},1099`,
        `Bob Example,${numbers[3]},SE1 1AA`,
      ]),
      ['recipient-confirm', 'recipient-confirm', 'recipient-confirm', 'recipient-none'],
    ],
  ])('%s', async (_, text, expected) => expect((await shop.rowsOf(text)).rows).toEqual(expected))

  it.each<[string, string, string[], string]>([
    // ヤマト, half-width; Österreichische Post in the code page 850 of DOS.
    ['t07 in Shift_JIS with half-width kana', 'd4cfc4d5dbd0', ['encoding', royal(1)], 'shift_jis'],
    ['t07 of a DOS program', '997374657272656963686973636865', ['encoding', royal(1)], 'windows-1252'],
  ])('%s has no wrong letters', async (_, carrier, expected, offered) => {
    const [before = '', after = ''] = shop
      .withOrders(cells(['AB-4434-9617', '?'], [numbers[1]!, 'Royal Mail']))
      .split('?')
    const bytes = Buffer.concat([Buffer.from(before), Buffer.from(carrier, 'hex'), Buffer.from(after)])
    const { rows, plan } = await shop.rowsOf(new Uint8Array(bytes))
    expect(rows).toEqual(expected)
    expect(plan.encodings?.all).toContain(offered)
  })

  it('with order numbers that lost their hyphens, or got others', async () => {
    const [first = '', second = '', third = ''] = shop.numbers
    const orders = [first.replaceAll('-', ''), second.replaceAll('-', '\u2011'), `EBAY_${third}`]
    const text = file(
      'Order number,Tracking number',
      orders.map((order, at) => `${order},${numbers[at]}`),
    )
    expect((await shop.rowsOf(text)).rows).toEqual([royal(0), royal(1), royal(2)])
  })
})
