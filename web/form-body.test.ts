import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pictureForm, readFormBody, readJsonBody, defaultFormLimits, type FormLimits } from './form-body.server.ts'

const sent = (body: BodyInit, type?: string) =>
  new Request('http://hub', { method: 'POST', body, ...(type ? { headers: { 'content-type': type } } : {}) })
const urlencoded = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data; boundary=edge'
const part = (name: string, value: string) =>
  `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
/** Start of a file part. */
const upload = '--edge\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'
const read = (request: Request, limits: FormLimits = defaultFormLimits) => readFormBody(request, limits, () => {})

/** A body of separate chunks, and the number read. */
function pieces(piece: (index: number) => string | null, type: string) {
  let pulled = 0
  const body = new ReadableStream({
    pull(controller) {
      const text = piece(pulled)
      pulled += 1
      if (text === null) controller.close()
      else controller.enqueue(new TextEncoder().encode(text))
    },
  })
  const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': type } }
  return { request: new Request('http://hub', init), pulled: () => pulled }
}

describe('the body of a form', () => {
  it('is read as it was sent', async () => {
    const form = await read(sent('a=1&b=%C3%BC', urlencoded))
    expect([...form!]).toEqual([
      ['a', '1'],
      ['b', 'ü'],
    ])
    const parts = new FormData()
    parts.set('file', new File(['x'], 'x.txt'))
    expect((await read(sent(parts)))!.get('file')).toMatchObject({ name: 'x.txt', size: 1 })
    expect([...(await read(new Request('http://hub', { method: 'POST' })))!]).toEqual([])
  })

  it('comes without the one character that PostgreSQL cannot keep', async () => {
    const form = await read(sent('a=%00&b=x%00y&b=z&%00c=1', urlencoded))
    expect([...form!]).toEqual([
      ['a', ''],
      ['b', 'xy'],
      ['b', 'z'],
      ['c', '1'],
    ])
  })

  it('is refused beyond its bytes, and not read for ever', async () => {
    expect(await read(sent(`a=${'x'.repeat(defaultFormLimits.fields)}`, urlencoded))).toBeNull()
    const endless = pieces(() => 'x'.repeat(1_000_000), urlencoded)
    expect(await read(endless.request)).toBeNull()
    expect(endless.pulled()).toBeLessThan(9)
    const filled = part('srt', 'x') + part('a', 'x'.repeat(defaultFormLimits.fields))
    expect(await read(sent(`${filled}--edge--`, multipart))).toBeNull()
    expect(await read(sent(`${filled}--edge--`, multipart), pictureForm)).not.toBeNull()
  })

  it('is refused with more fields than can be read in no time', async () => {
    expect(await read(sent('a&'.repeat(5_000), urlencoded))).toBeNull()
    expect([...(await read(sent('a&'.repeat(4_999), urlencoded)))!]).toHaveLength(4_999)
    const parts = (count: number) => sent(part('a', '').repeat(count) + '--edge--', multipart)
    expect(await read(parts(5_001), pictureForm)).toBeNull()
    expect([...(await read(parts(5_000), pictureForm))!]).toHaveLength(5_000)
  })

  it('is refused where it comes in crumbs', async () => {
    const crumbs = pieces((index) => (index < 100_000 ? 'x' : null), urlencoded)
    expect(await read(crumbs.request)).toBeNull()
    expect(crumbs.pulled()).toBeLessThan(30_000)
  })

  it('says what browsers say, whatever its names and values', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 20 }).map((value) => value.replaceAll('\0', ''))
    // The parser trims names, and reads none with a line separator.
    const named = text.map((value) => value.replaceAll(/[\u2028\u2029]/g, '').trim())
    const file = fc
      .tuple(named, fc.uint8Array())
      .map(([stem, bytes]) => new File([new Uint8Array(bytes)], `${stem}.png`))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(named, fc.oneof(text, file)), { maxLength: 9 }), async (entries) => {
        const form = new FormData()
        for (const [name, value] of entries) form.append(name, value as string)
        const found = await read(sent(form), pictureForm)
        const expected = await sent(form).formData()
        expect(await told(found!)).toEqual(await told(expected))
      }),
    )
  })
})

/** A form as comparable values. */
function told(form: FormData) {
  return Promise.all(
    [...form].map(async ([name, value]) =>
      typeof value === 'string' ? [name, value] : [name, value.name, value.type, await value.text()],
    ),
  )
}

describe('the token of a form', () => {
  const refuse = (token: unknown) => {
    if (token !== 'right') throw new Response(String(token), { status: 403 })
  }

  it.each([
    ['urlencoded', sent('srt=wrong', urlencoded), 'wrong'],
    ['none', sent('a=1', urlencoded), 'null'],
    ['no form', sent('{"srt":"right"}', 'application/json'), 'null'],
    ['torn off', sent(part('a', '1') + part('srt', 'right').slice(0, -2), multipart), 'null'],
    ['behind a file', sent(`${upload}x\r\n${part('srt', 'right')}--edge--`, multipart), 'null'],
    ['no boundary', sent(part('srt', 'right'), 'multipart/form-data'), 'null'],
    ['empty', new Request('http://hub', { method: 'POST' }), 'null'],
  ])('is judged: %s', async (_, request, token) => {
    const refusal = await readFormBody(request, defaultFormLimits, refuse).catch((thrown: Response) => thrown.text())
    expect(refusal).toBe(token)
  })

  it('is judged before any file is read, and before the fields are', async () => {
    const file = (index: number) => (index === 0 ? part('a', '1') + upload : index < 1_000 ? 'x'.repeat(100_000) : null)
    const early = pieces(file, multipart)
    expect(await readFormBody(early.request, pictureForm, refuse)).toBeNull()
    let refusedAt = 0
    const wrong = pieces((index) => (index === 0 ? part('srt', 'wrong') + part('', '') : file(index)), multipart)
    await expect(
      readFormBody(wrong.request, pictureForm, (token) => {
        refusedAt = wrong.pulled()
        refuse(token)
      }),
    ).rejects.toMatchObject({ status: 403 })
    expect(refusedAt).toBeLessThan(4)
  })
})

it('a JSON body is read up to 10 kB', async () => {
  expect(await readJsonBody(sent('{"srt":"x"}'))).toEqual({ srt: 'x' })
  expect(await readJsonBody(sent(JSON.stringify({ srt: 'x'.repeat(10_000) })))).toBeUndefined()
  await expect(readJsonBody(sent('{'))).rejects.toThrow(SyntaxError)
})
