import { describe, expect, it } from 'vitest'
import { busyFor } from './testing.ts'
import { encodingSamples, findEncoding, type Encoding } from './text-encodings.ts'

/** Encodes text in an encoding that Node can only decode, by a reverse lookup. */
function encode(text: string, encoding: Encoding): Uint8Array {
  const table = tableOf(encoding)
  return Uint8Array.from([...text].flatMap((sign) => table.get(sign) ?? [...new TextEncoder().encode(sign)]))
}

const tables = new Map<Encoding, Map<string, number[]>>()

function tableOf(encoding: Encoding): Map<string, number[]> {
  const known = tables.get(encoding)
  if (known) return known
  const decoder = new TextDecoder(encoding)
  const table = new Map<string, number[]>()
  for (let lead = 0x80; lead < 0x100; lead += 1) {
    const one = decoder.decode(Uint8Array.of(lead))
    if ([...one].length === 1 && one !== '\ufffd') table.set(one, [lead])
    for (let trail = 0x40; trail < 0xff; trail += 1) {
      const two = decoder.decode(Uint8Array.of(lead, trail))
      if ([...two].length === 1 && two !== '\ufffd' && !table.has(two)) table.set(two, [lead, trail])
    }
  }
  tables.set(encoding, table)
  return table
}

describe('findEncoding', () => {
  it.each<[Encoding, string]>([
    ['windows-1252', 'Größe;Müller;Straße 5;Köln'],
    ['windows-1252', 'Café;Élodie Bâtiment;Saint-Étienne'],
    ['windows-1252', 'Order – Tracked;£5.00;10 €'],
    ['windows-1252', 'São João;Conceição;Não'],
    ['shift_jis', '注文番号;配送業者名;ヤマト運輸'],
    ['shift_jis', 'お問い合わせ伝票番号;クール便'],
    ['euc-jp', '注文の番号;お届け先の名前;ヤマト運輸のクール便'],
    ['gb18030', '订单号;快递公司;中国邮政速递物流'],
    ['big5', '訂單編號;物流公司;黑貓宅急便'],
    ['windows-1251', 'Номер заказа;Служба доставки;Почта России'],
    ['koi8-r', 'Номер заказа;Служба доставки;Почта России'],
    ['macintosh', 'Größe;Müller;Straße 5;Köln'],
    ['windows-1250', 'Łódź;Kraków;Przesyłka;Ślązak'],
    ['windows-1253', 'ΕΛΤΑ Courier;Ταχυδρομεία;Αθήνα'],
    ['windows-1252', 'Österreichische Post'],
    ['windows-1252', 'GRÖSSE;MÜLLER;ÖSTERREICH'],
  ])('finds %s in %s', (encoding, text) => {
    const bytes = encode(`a;b;c\n${text}\n`, encoding)
    expect(findEncoding(bytes).encoding).toBe(encoding)
    expect(new TextDecoder(encoding).decode(bytes)).toContain(text)
  })

  it('reports uncertainty if another encoding fits as well, and which', () => {
    const { isSure, encoding, others } = findEncoding(encode('주문번호;택배사;우체국택배', 'euc-kr'))
    expect(isSure).toBe(false)
    expect([encoding, ...others]).toContain('euc-kr')
  })

  it.each<[Encoding, string]>([
    ['windows-1254', 'Yurtiçi Kargo;Şişli'],
    ['windows-1257', 'Lietuvos paštas'],
    ['shift_jis', 'ﾔﾏﾄ ﾕｳﾋﾞﾝ'],
    ['macintosh', 'Österreichische Post'],
  ])('does not guess, and offers %s for %s', (encoding, text) => {
    const found = findEncoding(encode(`a;b\n${text}\n`, encoding))
    expect([found.isSure, [found.encoding, ...found.others].includes(encoding)]).toEqual([false, true])
  })

  it('is uncertain about letters in an unsupported encoding, and offers all others', () => {
    // Österreich and Müller, Köln in the code page 850 of DOS; ไปรษณีย์ไทย in Thai; بريد مصر in Arabic.
    for (const bytes of [
      '99737465727265696368',
      '4d816c6c65723b4b946c6e',
      'e4bbc3c9b3d5c2ece4b7c2',
      'c8d1edcf20e3d5d1',
    ]) {
      const { isSure, others } = findEncoding(Buffer.from(`613b620a${bytes}0a`, 'hex'))
      expect([bytes, isSure, others.length > 0]).toEqual([bytes, false, true])
    }
  })

  it('is certain if all encodings read the text alike, and with a byte order mark or UTF-8', () => {
    expect(findEncoding(encode('Größe', 'windows-1252'))).toMatchObject({ isSure: true })
    expect(findEncoding(new TextEncoder().encode('注文'))).toEqual({ encoding: 'utf-8', isSure: true, others: [] })
    expect(findEncoding(new TextEncoder().encode('plain'))).toEqual({ encoding: 'utf-8', isSure: true, others: [] })
    expect(findEncoding(Uint8Array.of(0xff, 0xfe, 0x41, 0))).toMatchObject({ encoding: 'utf-16le', isSure: true })
  })

  it('shows words beyond ASCII as each encoding reads them', () =>
    expect(encodingSamples(encode('a;Größe;Café\n', 'windows-1252'), ['windows-1252', 'windows-1251'])).toEqual({
      'windows-1252': 'Größe Café',
      'windows-1251': 'GrцЯe Cafй',
    }))

  it('shows them beside megabytes of other letters', async () => {
    const bytes = Buffer.from(`${'a'.repeat(4_000_000)};Größe;${'b'.repeat(200_000)}`, 'latin1')
    const samples = () => encodingSamples(bytes, ['windows-1252'])
    expect(await busyFor(samples)).toBeLessThan(1_000)
    expect(samples()).toEqual({ 'windows-1252': 'Größe' })
  })

  it('recognises UTF-8 even if one character of many is broken', () => {
    const bytes = new TextEncoder().encode(`${'Größe;Müller;Köln\n'.repeat(20)}x`)
    bytes[bytes.length - 1] = 0xc3
    expect(findEncoding(bytes).encoding).toBe('utf-8')
  })

  it('reads no more of a large file than it needs', async () => {
    const bytes = new Uint8Array(12_000_000).fill(0x82)
    expect(await busyFor(() => findEncoding(bytes))).toBeLessThan(1_500)
  })
})
