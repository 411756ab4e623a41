import { describe, expect, it } from 'vitest'
import { busyFor } from '#lib/testing.ts'
import type { FileRow } from './read-rows.ts'
import { unusedReason } from './unused-columns.ts'
import { readFile } from './testing.ts'

/** Rows in short: action, key, variation, values and rules. */
const short = (rows: readonly FileRow[]) =>
  rows.map(({ action, item, sku, variation, patch, problems }) =>
    [
      action ?? '-',
      item ?? '-',
      sku ?? '-',
      variation
        ? Object.entries(variation)
            .map((each) => each.join('='))
            .join(';')
        : '-',
      patch.price ?? '-',
      patch.quantity ?? '-',
      ...problems.map(({ rule }) => rule),
    ].join(' '),
  )

const utf16 = (text: string) => new Uint8Array(Buffer.from(`\u{feff}${text}`, 'utf16le'))

describe('a file of listings', () => {
  it('of prices and quantities by eBay has explanations above, and variations below their listing', async () => {
    const { dialect, rows } = await readFile(
      [
        '#INFO,Version=1.0.0,Template= eBay-active-revise-price-quantity-download_US,,,,,,,,,',
        '#INFO,"Rows that begin with #INFO are notes, and are left out",,,,,,,,,,',
        'Action,Category name,Item number,Title,Listing site,Currency,Start price,Buy It Now price,Available quantity,Relationship,Relationship details,Custom label (SKU)',
        'Revise,Film Cameras,398160795273,"Leica M3, 1957",US,USD,"1,249.00",,1,,,M3-57',
        'Revise,Straps,398160795274,Strap,US,USD,,,,,Colour=Red;Blue,STRAP',
        ',Straps,,,,USD,19.99,,4,Variation,Colour=Red,STRAP-R',
        ',Straps,,,,USD,19.99,,0,Variation,Colour=Blue,STRAP-B',
        'End,Straps,398160795275,Old,US,USD,5.00,,1,,,',
        'Enlarge,Straps,3.98161E+11,Old,US,USD,five,,1.5,,,',
      ].join('\r\n'),
    )
    expect(dialect).toBe('ebayPriceQuantity')
    expect(short(rows)).toEqual([
      'REVISE 398160795273 M3-57 - 124900 1',
      'REVISE 398160795274 STRAP - - -',
      '- - STRAP-R Colour=Red 1999 4',
      '- - STRAP-B Colour=Blue 1999 0',
      'END 398160795275 - - 500 1',
      '- - - - - - action item price quantity',
    ])
    expect(rows[0]?.currency).toBe('USD')
  })

  it.each([
    ['Artikelnummer;Produktname;Verkaufspreis;Lagerbestand;EAN/GTIN\nBE-1;Becher;12,50 €;7;', 'a German shop program'],
    ['Product Code/SKU;Product Name;Selling price;Current Stock Level\nBE-1;Becher;12.50;7', 'another program'],
  ])('needs no correction of its columns: %s', async (text) => {
    const { rows } = await readFile(text)
    expect(short(rows)).toEqual(['- - BE-1 - 1250 7'])
    expect(rows[0]?.patch).toMatchObject({ title: 'Becher' })
  })

  it('has customs details, whose headers are those of the hub’s own file and of others', async () => {
    const header = 'Custom label (SKU),HS code,Country of origin,Customs description,Customs value,Currency'
    const { rows } = await readFile([header, 'CAM,9006.53,jp,Camera,120.00,GBP', 'LENS,,,,,GBP'].join('\n'))
    const none = { hsCode: null, originCountry: null, customsDescription: null, customsValue: null }
    expect(rows.map(({ patch }) => patch)).toEqual([
      { hsCode: '900653', originCountry: 'JP', customsDescription: 'Camera', customsValue: 12_000 },
      none,
    ])
  })

  it('is read the same if another reader goes on at any of its lines', async () => {
    const text = [
      'Action,Item number,Start price,Available quantity,Relationship,Relationship details,Custom label (SKU)',
      'Revise,398160795274,,,,Colour=Red;Blue,STRAP',
      ',,19.99,4,Variation,Colour=Red,STRAP-R',
      ',398160795275,18.99,3,Variation,Colour=Red,OTHER-R',
      ',,17.99,2,Variation,Colour=Blue,STRAP-B',
      'Revise,398160795276,5.00,,,,CAP',
    ].join('\n')
    const { rows } = await readFile(text)
    expect(rows.map(({ head }) => head)).toEqual([null, 2, null, 2, null])
    for (const cutAt of [2, 3, 4, 5, 6]) expect((await readFile(text, { cutAt })).rows, `line ${cutAt}`).toEqual(rows)
  })

  it('names an action only by its header, or if all values are one: a status of another shop is none', async () => {
    const file = (header: string, ...values: string[]) =>
      readFile([`SKU,Price,${header}`, ...values.map((value, at) => `A-${at},2.00,${value}`)].join('\n'))
    expect((await file('Status', 'active', 'draft')).columns.action).toBeUndefined()
    expect((await file('Status', 'draft', 'draft')).columns.action).toBeUndefined()
    expect((await file('Azione', 'Revise', 'active')).columns.action).toBeUndefined()
    expect((await file('Azione', 'Revise', 'Add')).columns.action).toBe(2)
    expect((await file('Action', 'Revise', 'active')).columns.action).toBe(2)
  })

  it('of a template in German has semicolons, decimal commas and an action with the site', async () => {
    const { dialect, rows } = await readFile(
      utf16(
        [
          'Info;Version=1.0.0;Template=fx_category_template_EBAY_DE',
          '',
          ';;;',
          'Info;>>> Pflichtfelder haben einen Stern',
          '*Action(SiteID=Germany|Country=DE|Currency=EUR|Version=1193|CC=UTF-8);CustomLabel;*Category;*Title;*C:Marke;PicURL;*StartPrice;*Quantity',
          'Revise;="0012";625;Kamera;Leica;https://example.com/1.jpg|https://example.com/2.jpg;1.249,00;3',
          'VerifyAdd;0013;625;Kamera;Leica;;9,5;1',
        ].join('\r\n'),
      ),
      { currency: 'EUR' },
    )
    expect(dialect).toBe('ebayTemplate')
    expect(short(rows)).toEqual(['REVISE - 0012 - 124900 3', 'SKIP - 0013 - 950 1'])
  })

  it('of active listings has a row of each variation, and a note below', async () => {
    const { dialect, rows } = await readFile(
      [
        'Item number,Title,Variation details,Custom label (SKU),Available quantity,Format,Currency,Start price,Current price,Sold quantity,Watchers,Start date',
        '398160795273,"Strap, red",,STRAP,6,FIXED_PRICE,USD,,,9,4,Jun-29-26 16:00:01 PDT',
        '398160795273,,"Colour: Red, Size: S",STRAP-R,6,FIXED_PRICE,USD,$19.99,$19.99,9,,',
        '1 record(s) downloaded,,,,,,,,,,,',
      ].join('\n'),
    )
    expect(dialect).toBe('ebayActive')
    expect(short(rows)).toEqual(['- 398160795273 STRAP - - 6', '- 398160795273 STRAP-R Colour=Red;Size=S 1999 6'])
  })

  it('by Shopify names variants by SKU, and continues with pictures', async () => {
    const old = await readFile(
      [
        'Handle,Title,Body (HTML),Variant SKU,Variant Inventory Qty,Variant Price,Image Src',
        `strap,Strap,"<p>Red\nand ""blue""</p>",'=R-1,4,19.99,https://example.com/1.jpg`,
        'strap,,,B-1,0,19.99,https://example.com/2.jpg',
        'strap,,,,,,https://example.com/3.jpg',
      ].join('\n'),
    )
    const now = await readFile('Title,URL handle,SKU,Price,Inventory quantity\nStrap,strap,R-1,19.99,4\n')
    expect([old.dialect, now.dialect]).toEqual(['shopify', 'shopify'])
    expect(short(old.rows)).toEqual(['- - =R-1 - 1999 4', '- - B-1 - 1999 0'])
    expect(short(now.rows)).toEqual(['- - R-1 - 1999 4'])
  })

  it('by Shopify has a row for each variant, which the first names, and further rows of pictures', async () => {
    const { rows } = await readFile(
      [
        'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price,Image Src',
        'strap,Strap,Colour,Red,Size,S,R-S,19.99,https://example.com/1.jpg',
        'strap,,,Blue,,M,B-M,21.99,https://example.com/2.jpg',
        'strap,,,,,,,,https://example.com/3.jpg',
        'cap,Cap,Title,Default Title,,,CAP,5,https://example.com/c.jpg',
      ].join('\n'),
    )
    expect(rows.map(({ head, variation, pictures, patch }) => [head, variation, pictures.length, patch.title])).toEqual(
      [
        [null, { Colour: 'Red', Size: 'S' }, 3, 'Strap'],
        [2, { Colour: 'Blue', Size: 'M' }, 1, undefined],
        [null, null, 1, 'Cap'],
      ],
    )
  })

  it('by WooCommerce has variations below their product, which they name by its SKU or id', async () => {
    const { rows } = await readFile(
      [
        'ID,Type,SKU,Name,Regular price,Stock,Parent,Images,Attribute 1 name,Attribute 1 value(s)',
        '7,variable,STRAP,Strap,,,,"https://example.com/1.jpg, https://example.com/2.jpg",Colour,"Red, Blue"',
        '8,variation,S-R,Strap - Red,19.99,4,STRAP,,Colour,Red',
        '9,variation,S-B,Strap - Blue,21.99,0,id:7,,Colour,Blue',
        '10,variation,X,Another,1,1,id:3,,Colour,Blue',
      ].join('\n'),
    )
    expect(rows.map(({ head, variation, isVariant, patch }) => [head, variation, isVariant, patch.title])).toEqual([
      [null, null, true, 'Strap'],
      [2, { Colour: 'Red' }, true, undefined],
      [2, { Colour: 'Blue' }, true, undefined],
      [null, { Colour: 'Blue' }, true, undefined],
    ])
    expect(rows[0]?.pictures).toEqual(['https://example.com/1.jpg', 'https://example.com/2.jpg'])
  })

  it('has addresses of pictures in one column, and no other text', async () => {
    const { columns, rows } = await readFile(
      [
        'SKU,Title,PicURL',
        'A,First,https://example.com/1.jpg|https://example.com/2.jpg',
        'B,Second,photo.jpg',
        'C,Third,javascript:alert(1)',
        'D,Fourth,',
      ].join('\n'),
    )
    expect(columns).toMatchObject({ pictures: 2 })
    expect(rows.map(({ pictures, problems }) => [pictures.length, ...problems.map(({ rule }) => rule)])).toEqual([
      [2],
      [0, 'pictures'],
      [0, 'pictures'],
      [0],
    ])
  })

  it.each([
    ['IMAGE1', 'IMAGE2', 'IMAGE10'],
    ['Main image URL', 'other_image_url1', 'other_image_url2'],
    ['Product Image URL - 1', 'Product Image URL - 2', 'Product Image URL - 3'],
    ['image_link', 'additional_image_link', 'Image 3'],
  ])('has pictures in several columns, in their order: %s, %s', async (first, second, third) => {
    const address = (name: string) => `https://example.com/${name}.jpg`
    const { rows } = await readFile(
      [
        ['SKU', 'Title', first, second, 'Price', third].join(','),
        ['A', 'First', address('1'), address('2'), '5.00', address('3')].join(','),
        ['B', 'Second', '', address('4'), '5.00', ''].join(','),
        ['C', 'Third', address('5'), 'photo.jpg', '5.00', ''].join(','),
      ].join('\n'),
    )
    expect(rows.map(({ pictures }) => pictures)).toEqual([['1', '2', '3'].map(address), [address('4')], []])
    expect(rows[2]?.problems).toMatchObject([{ column: 'pictures', rule: 'pictures' }])
    expect([second, third].map(unusedReason)).toEqual(['pictures', 'pictures'])
  })

  it('ends the rows of a listing after a hundred variations', async () => {
    const below = Array.from({ length: 102 }, (_, n) => `strap,,,V${n},S-${n},5`)
    const { rows } = await readFile(
      ['Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price', 'strap,Strap,Kind,V,S,5', ...below].join(
        '\n',
      ),
    )
    expect(rows.filter(({ head }) => head === 2)).toHaveLength(100)
    expect(rows.at(-1)).toMatchObject({ head: 103, isVariant: true })
  })

  it('by WooCommerce and Amazon is read by its names', async () => {
    const woo = await readFile(
      'ID,Type,SKU,Name,Published,"Regular price","Sale price",Stock,Categories\n1,simple,R-1,Strap,1,19.99,15,4,Straps\n',
    )
    const amazon = await readFile('sku\tasin\tprice\tquantity\nR-1\tB000000001\t19.99\t4\nB-1\tB000000002\t\t0\n')
    expect([woo.dialect, ...short(woo.rows)]).toEqual(['woocommerce', '- - R-1 - 1999 4'])
    expect([amazon.dialect, ...short(amazon.rows)]).toEqual(['amazon', '- - R-1 - 1999 4', '- - B-1 - - 0'])
  })

  it('of an unknown program is matched by the values of this shop', async () => {
    const facts = { skus: new Set(['R-1', 'B-1']) }
    const { dialect, columns, rows } = await readFile('Artikelnummer;Neuer Preis;Preis\nR-1;x;9,50\nB-1;y;8\n', {
      facts,
    })
    expect([dialect, columns]).toEqual([null, { sku: 0, price: 2 }])
    expect(short(rows)).toEqual(['- - R-1 - 950 -', '- - B-1 - 800 -'])
  })

  it('without a header is matched where values are certain, and no number is taken for a price or stock', async () => {
    const facts = { items: new Set(['398160795273']) }
    const { columns } = await readFile('398160795273,19.99,4\n398160795274,29.99,5\n', { facts })
    expect(columns).toEqual({ item: 0 })
  })

  it.each([
    ['', 'empty'],
    ['just a text', 'noColumns'],
    ['Item number,SKU\n', 'noColumns'],
    ['Sales Record Number,Order Number,Item Number,Quantity\n1,12-12345-12345,398160795273,2\n', 'orders'],
    ['Zamówienie;SKU;Ilość\n12-12345-12345;R-1;2\n12-12345-12346;B-1;1\n', 'orders'],
    ['amazon-order-id\tsku\tasin\tquantity\n302-1234567-1234567\tR-1\tB000000001\t2\n', 'orders'],
  ])('%j is refused: %s', async (text, reason) => expect((await readFile(text)).reason).toBe(reason))

  it('has variations with any number of blanks, each looked at once', async () => {
    const blanks = ' '.repeat(200_000)
    const details = `Size${blanks}=${blanks}XL${blanks}wide;Colour=Red`
    const text = `Item number,Variation details,Start price\n398160795273,${details},19.99\n`
    expect(await busyFor(() => readFile(text))).toBeLessThan(2_000)
    const { rows } = await readFile(text)
    expect(rows.map(({ variation }) => variation?.['Size']?.length)).toEqual([blanks.length + 'XLwide'.length])
    expect(rows[0]?.variation).toMatchObject({ Colour: 'Red' })
  })

  it('of details clears with empty cells what may be empty, and leaves the rest', async () => {
    const { columns, rows } = await readFile(
      [
        'SKU,Title,Description,ConditionID,Category,Cost per item,Weight (g),*C:Brand,C:Mount,Attribute 1 name,Attribute 1 value(s)',
        'A,New  title,<p>Text</p>,3000-Used,Film Cameras,12.50,600,Leica|Leitz,M; L39,Colour,Black',
        'B,Other,,,,,,,,,',
        'C,,Never read,1000,,,,x,,,',
        'D,Third,,Shiny,,,much,,,,',
      ].join('\n'),
    )
    expect(columns).toMatchObject({ title: 1, description: 2, condition: 3, category: 4, cost: 5, weight: 6 })
    expect(rows.map(({ patch }) => patch)).toEqual([
      {
        title: 'New title',
        description: '<p>Text</p>',
        condition: 'GOOD',
        category: 'Film Cameras',
        cost: 1_250,
        weight: 600,
        'aspect.Brand': ['Leica', 'Leitz'],
        'aspect.Mount': ['M', 'L39'],
        'aspect.Colour': ['Black'],
      },
      { title: 'Other', description: '', cost: null, weight: null, 'aspect.Brand': null, 'aspect.Mount': null },
      {},
      { title: 'Third', description: '', cost: null, 'aspect.Brand': null, 'aspect.Mount': null },
    ])
    expect(rows.map(({ problems }) => problems.map(({ column, rule }) => [column, rule].join(' ')))).toEqual([
      [],
      [],
      [],
      ['condition condition', 'weight weight'],
    ])
  })

  it('with a broken quote loses that line only', async () => {
    const { rows } = await readFile('SKU,Price\nA,1.00\n"B,2.00\nC,3.00\n')
    expect(short(rows)).toEqual(['- - A - 100 -', '- - - - - - broken', '- - C - 300 -'])
  })
})
