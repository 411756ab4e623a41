import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { inputShop } from './testing-inputs.ts'

const db = await testDatabase()
const shop = await inputShop(db, testServices(db, { now: () => new Date('2026-11-25T12:00:00Z') }))

const head = 'Order number,Tracking number,Carrier\n'

describe('a file', () => {
  it.each<[string, string, string[]]>([
    [
      't01 with carriers that are not listed',
      `${head}ORDER3,330123456789,Purolator\nORDER4,31234567890,Aramex\nORDER5,12345678,Mondial Relay\n`,
      ['Purolator | 330123456789', 'Aramex | 31234567890', 'Mondial Relay | 12345678'],
    ],
    ['with a local courier', `${head}ORDER1,15976034221807,Radkurier Köln\n`, ['Radkurier Köln | 15976034221807']],
    [
      'with a carrier that the number contradicts, and with none',
      `${head}ORDER1,RN473124829GB,Aramex\nORDER2,986578788855,Aramex\nORDER3,15976034221807,\nORDER4,RN473124829GB,\n`,
      [
        'carrier-other Royal Mail',
        'carrier-check FedEx',
        'carrier-ask DPD, Hermes Germany',
        'Royal Mail | RN473124829GB',
      ],
    ],
    [
      't02 whose column “Name” is the recipient',
      'Name,Address,Postcode,Tracking number,Reference\nAnn Example,1 High St,SE1 1AA,RA123450076GB,ORDER1\nBob Example,2 High St,SE1 1AA,RA123450147GB,ORDER2\n',
      ['Royal Mail | RA123450076GB', 'Royal Mail | RA123450147GB'],
    ],
    [
      'whose columns have each other’s names',
      'Tracking number,Order number\nORDER1,RA123450076GB\n',
      ['Royal Mail | RA123450076GB'],
    ],
    [
      'whose column “Order number” is the program’s own',
      'Order number,Customer order,Label no\nSHIP-1,ORDER1,RA123450076GB\nSHIP-2,ORDER2,RA123450147GB\n',
      ['Royal Mail | RA123450076GB', 'Royal Mail | RA123450147GB'],
    ],
    [
      't03 with the dates of a label program',
      'Recipient,Tracking Number,Status,Ship Date,Carrier,Service,Order ID\nAnn Example,LX223450079US,Purchased,11/24/2026,USPS,Ground Advantage,ORDER1\nBob Example,LX223450140US,Purchased,11/23/2026,USPS,Ground Advantage,ORDER2\n',
      ['USPS | LX223450079US | Ground Advantage | 2026-11-24', 'USPS | LX223450140US | Ground Advantage | 2026-11-23'],
    ],
    [
      'with days that stand first',
      'Order ID,Tracking Number,Ship Date\nORDER1,RA123450076GB,24/11/2026\nORDER2,RA123450147GB,23/11/26\n',
      ['Royal Mail | RA123450076GB | 2026-11-24', 'Royal Mail | RA123450147GB | 2026-11-23'],
    ],
    [
      'with a date that nobody can read, and with one that may be two days',
      'Order ID,Tracking Number,Ship Date\nORDER1,RA123450076GB,soon\nORDER2,RA123450147GB,11/10/2026\n',
      ['Royal Mail | RA123450076GB | day', 'Royal Mail | RA123450147GB | day-order'],
    ],
    [
      't04 whose numbers became decimals',
      `${head}ORDER1,481203456789.0,FedEx\nORDER2,340434161094021501.0,DHL\nORDER3,9400111899223100000017.0,USPS\nORDER4,481203456789.00,\n`,
      ['damaged decimal', 'damaged decimal', 'USPS | 9400111899223100000017 | repaired decimal', 'damaged decimal'],
    ],
    [
      'whose numbers became amounts and dates',
      `${head}ORDER1,"986,578,788,855",FedEx\nORDER2,9.86578788855E+11,FedEx\nORDER3,4.81E+11,FedEx\nORDER4,2026-03-12,GLS\nORDER5,#N/A,GLS\n`,
      [
        'FedEx | 986578788855 | repaired grouped',
        'FedEx | 986578788855 | repaired exponent',
        'rounded',
        'damaged date',
        'damaged error',
      ],
    ],
    [
      'whose numbers were rounded after fifteen digits',
      `${head}ORDER1,9400111899223100000000,USPS\nORDER2,340434161094021000,DHL\n`,
      ['rounded', 'rounded'],
    ],
    [
      't05 whose zeros were lost',
      `${head}ORDER1,340434161094021507,DHL\nORDER2,340434161094021507,\n`,
      ['DHL | 00340434161094021507 | repaired zeros', 'DHL | 00340434161094021507 | repaired zeros'],
    ],
    ['whose zeros were lost, and a digit is wrong', `${head}ORDER1,340434161094021501,DHL\n`, ['damaged zeros']],
    [
      'whose carrier is not known, of which nothing proves a repair',
      `${head}ORDER1,340434161094021507.0,Our courier\n`,
      ['damaged decimal'],
    ],
    [
      't06 with carriers and their services, and in codes of other programs',
      `${head}ORDER1,RA123450076GB,Royal Mail Tracked 48\nORDER2,1Z999AA10123456784,UPS® Ground\nORDER3,9400111899223100000017,USPS_GROUND_ADVANTAGE\nORDER4,9400111899223100000017,stamps_com\nORDER5,1Z999AA10123456784,ups_walleted\n`,
      [
        'Royal Mail | RA123450076GB | Tracked 48',
        'UPS | 1Z999AA10123456784 | Ground',
        'USPS | 9400111899223100000017 | Ground Advantage',
        'USPS | 9400111899223100000017',
        'UPS | 1Z999AA10123456784',
      ],
    ],
    [
      'whose service has a column of its own beside',
      'Order number,Tracking number,Carrier,Service\nORDER1,RA123450076GB,Royal Mail 24,Special Delivery\nORDER2,3318810025,DHL Express Worldwide,\n',
      ['Royal Mail | RA123450076GB | Special Delivery', 'DHL Express | 3318810025 | Worldwide'],
    ],
    [
      't08 with labels that were refunded',
      'Recipient,Tracking Number,Status,Carrier,Order ID\nAnn Example,RA123450076GB,Purchased,Royal Mail,ORDER1\nBob Example,RA123450147GB,Refunded,Royal Mail,ORDER2\nCy Example,RA123450218GB,Voided,Royal Mail,ORDER3\n',
      ['Royal Mail | RA123450076GB', 'label-void', 'label-void'],
    ],
    [
      'with labels that were voided in German, and that will be refunded',
      'Bestellnummer;Sendungsnummer;Status\nORDER1;RA123450076GB;storniert\nORDER2;RA123450147GB;Refund pending\nORDER3;RA123450218GB;gedruckt\n',
      ['label-void', 'label-void', 'Royal Mail | RA123450218GB'],
    ],
    [
      't09 with barcodes that were scanned',
      `${head}ORDER1,420902459400111899223100000017,\nORDER2,420902459400111899223100000017,USPS\n`,
      ['USPS | 9400111899223100000017 | repaired prefix', 'USPS | 9400111899223100000017 | repaired prefix'],
    ],
    [
      'with barcodes as scanners and labels write them',
      `${head}ORDER1,420902451234 9400111899223100000017,\nORDER2,(00)340434161094021507,DHL\nORDER3,]C100340434161094021507,\n`,
      ['USPS | 9400111899223100000017 | repaired prefix', 'DHL | 00340434161094021507', 'DHL | 00340434161094021507'],
    ],
    [
      't10 with two numbers in a cell',
      `${head}ORDER1,"RA123450076GB, RA123450147GB",Royal Mail\n`,
      ['several-numbers'],
    ],
    [
      'with two numbers in a cell otherwise, and with one twice',
      `${head}ORDER1,RA123450076GB / RA123450147GB,Royal Mail\nORDER2,RA123450076GB RA123450147GB,\nORDER3,RA123450218GB;RA123450218GB,\n`,
      ['several-numbers', 'several-numbers', 'Royal Mail | RA123450218GB'],
    ],
    [
      't11 with marks around',
      `${head}ORDER1,'RA123450076GB,Royal Mail\n#ORDER2,RA123450147GB,Royal Mail\n`,
      ['Royal Mail | RA123450076GB', 'Royal Mail | RA123450147GB'],
    ],
    [
      'with other marks and words around',
      `${head}Order #ORDER1,*RA123450076GB*,Royal Mail\n"=""ORDER2""",“RA123450147GB”,Royal Mail\n`,
      ['Royal Mail | RA123450076GB', 'Royal Mail | RA123450147GB'],
    ],
    [
      't12 with two columns of one name',
      'Order number,Tracking number,Tracking number,Carrier\nORDER1,,RA123450076GB,Royal Mail\n',
      ['Royal Mail | RA123450076GB'],
    ],
    [
      'with two carriers’ columns, of which one is empty',
      'order-id\tcarrier-code\tcarrier-name\ttracking-number\nORDER1\t\tRoyal Mail\tRA123450076GB\n',
      ['Royal Mail | RA123450076GB'],
    ],
    [
      'with the marketplace’s own order ids',
      'Name,Tracking Number\n#1005,RA123450076GB\n',
      ['Royal Mail | RA123450076GB'],
    ],
    [
      't13 without order numbers',
      'Name,Tracking Number,Address,City,State,ZIP,Ship date\nAnn Example,9400111899223100000017,LINE1,CITY,,SE1 1AA,2026-11-24\n',
      ['recipient-confirm'],
    ],
    [
      'without order numbers, with names and postcodes as other programs write them',
      'Ship To Name,Tracking Number,Ship To Zip\nBOB  EXAMPLE,RA123450076GB,2451\nann example,RA123450147GB,se11aa\nDan Example,RA123450218GB,SE1 1AA\n',
      ['recipient-confirm', 'recipient-confirm', 'recipient-none'],
    ],
    [
      'without a line that names the columns',
      'ORDER1,RA123450076GB\nORDER2,RA123450147GB\n',
      ['Royal Mail | RA123450076GB', 'Royal Mail | RA123450147GB'],
    ],
  ])('%s', async (_, text, expected) => expect((await shop.rowsOf(text)).rows).toEqual(expected))

  it('t07 in Shift_JIS is read by what decodes, below its line of Japanese names', async () => {
    const japanese = [
      [0x92, 0x8d, 0x95, 0xb6, 0x94, 0xd4, 0x8d, 0x86],
      // ヤマト運輸 and 宅急便
      [0x83, 0x84, 0x83, 0x7d, 0x83, 0x67, 0x89, 0x5e, 0x97, 0x41],
      [0x91, 0xee, 0x8b, 0x7d, 0x95, 0xd6],
    ].map((bytes) => String.fromCharCode(...bytes))
    const text = [
      'TemplateType=OrderFulfillment\tVersion=2011.1102\t\t\t',
      `${japanese[0]}\t\t\t\t`,
      'order-id\tship-date\tcarrier-code\tcarrier-name\ttracking-number\tship-method',
      `ORDER1\t2026-11-24\t\t${japanese[1]}\tAB-4434-9617-1020\t${japanese[2]}`,
      '',
    ].join('\r\n')
    const { rows, plan } = await shop.rowsOf(new Uint8Array(Buffer.from(shop.withOrders(text), 'latin1')))
    expect(rows).toEqual(['Yamato Transport | AB-4434-9617-1020 | 宅急便 | 2026-11-24'])
    expect(plan).toMatchObject({ form: { encoding: 'shift_jis' }, encodings: { isSure: true }, skipped: 3 })
  })

  it('with an unknown encoding ships nothing that contains its special characters', async () => {
    // 우체국 in EUC-KR, which is also valid as a Chinese encoding.
    const text = `${head}ORDER1,AB-4434-9617-1020,${String.fromCharCode(0xbf, 0xec, 0xc3, 0xbc, 0xb1, 0xb9)}\nORDER2,RA123450147GB,Royal Mail\n`
    const { rows, plan } = await shop.rowsOf(new Uint8Array(Buffer.from(shop.withOrders(text), 'latin1')))
    expect(rows).toEqual(['encoding', 'Royal Mail | RA123450147GB'])
    expect(plan.encodings?.isSure).toBe(false)
  })

  it('from Excel on a Mac keeps its umlauts', async () => {
    const mac = (...bytes: number[]) => String.fromCharCode(...bytes)
    const text = `${head}ORDER1,AB-4434-9617,M${mac(0x9f)}ller Gr${mac(0x9a, 0xa7)}e K${mac(0x9a)}ln B${mac(0x8a)}r\n`
    const { rows } = await shop.rowsOf(new Uint8Array(Buffer.from(shop.withOrders(text), 'latin1')))
    expect(rows).toEqual(['Müller Größe Köln Bär | AB-4434-9617'])
  })
})
