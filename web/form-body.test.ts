import { describe, expect, it } from 'vitest'
import { longestForm, readFormBody, readJsonBody } from './form-body.server.ts'

const sent = (body: BodyInit, type?: string) =>
  new Request('http://hub', { method: 'POST', body, ...(type ? { headers: { 'content-type': type } } : {}) })
const urlencoded = 'application/x-www-form-urlencoded'

describe('the body of a form', () => {
  it('is read as it was sent', async () => {
    const form = await readFormBody(sent('a=1&b=%C3%BC', urlencoded), longestForm)
    expect([...form!]).toEqual([
      ['a', '1'],
      ['b', 'ü'],
    ])
    const parts = new FormData()
    parts.set('file', new File(['x'], 'x.txt'))
    expect((await readFormBody(sent(parts), longestForm))!.get('file')).toMatchObject({ name: 'x.txt', size: 1 })
    expect([...(await readFormBody(new Request('http://hub', { method: 'POST' }), longestForm))!]).toEqual([])
  })

  it('comes without the one character that PostgreSQL cannot keep', async () => {
    const form = await readFormBody(sent('a=%00&b=x%00y&b=z&%00c=1', urlencoded), longestForm)
    expect([...form!]).toEqual([
      ['a', ''],
      ['b', 'xy'],
      ['b', 'z'],
      ['c', '1'],
    ])
  })

  it('is refused beyond its bytes, and not read for ever', async () => {
    expect(await readFormBody(sent(`a=${'x'.repeat(longestForm)}`, urlencoded), longestForm)).toBeNull()
    let pulled = 0
    const endless = new ReadableStream({
      pull(controller) {
        pulled += 1
        controller.enqueue(new Uint8Array(1_000_000))
      },
    })
    const init = { method: 'POST', body: endless, duplex: 'half', headers: { 'content-type': urlencoded } }
    expect(await readFormBody(new Request('http://hub', init), longestForm)).toBeNull()
    expect(pulled).toBeLessThan(9)
  })

  it('is refused with more fields than can be read in no time', async () => {
    expect(await readFormBody(sent('a&'.repeat(5_000), urlencoded), longestForm)).toBeNull()
    expect([...(await readFormBody(sent('a&'.repeat(4_999), urlencoded), longestForm))!]).toHaveLength(4_999)
  })
})

describe('a JSON body', () => {
  it('is read up to 10 kB', async () => {
    expect(await readJsonBody(sent('{"srt":"x"}'))).toEqual({ srt: 'x' })
    expect(await readJsonBody(sent(JSON.stringify({ srt: 'x'.repeat(10_000) })))).toBeNull()
    await expect(readJsonBody(sent('{'))).rejects.toThrow(SyntaxError)
  })
})
