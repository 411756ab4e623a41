import { describe, expect, it } from 'vitest'
import { textsFor } from '#texts/catalogues.server.ts'
import { pictureLimits } from './picture.ts'
import { refuseFile } from './refuse-file.ts'
import { mayTryAgain, refusalText, refuseSides, statusOf, type PictureRefusal } from './picture-refusal.ts'
import { readAnswer } from './send-picture.ts'

const jpeg = Uint8Array.of(0xff, 0xd8, 0xff)
const refusals: PictureRefusal[] = [
  { reason: 'empty' },
  { reason: 'animated' },
  { reason: 'gif' },
  { reason: 'format', kind: 'heic' },
  { reason: 'not-a-picture', kind: 'pdf' },
  { reason: 'broken' },
  { reason: 'too-large' },
  { reason: 'not-let-through' },
  { reason: 'too-many-pixels', width: 20_000, height: 20_000 },
  { reason: 'too-small', width: 400, height: 300 },
  { reason: 'too-many' },
  { reason: 'busy' },
  { reason: 'not-kept' },
  { reason: 'no-answer' },
  { reason: 'signed-out' },
]

it('refuseFile checks the size and the actual content', () => {
  expect(refuseFile({ bytes: 3, head: jpeg })).toBeNull()
  expect(refuseFile({ bytes: 0, head: jpeg.subarray(0, 0) })).toEqual({ reason: 'empty' })
  expect(refuseFile({ bytes: pictureLimits.bytes, head: jpeg })).toBeNull()
  expect(refuseFile({ bytes: pictureLimits.bytes + 1, head: jpeg })).toEqual({ reason: 'too-large' })
  const pdf = Uint8Array.from([...'%PDF'].map((c) => c.charCodeAt(0)))
  expect(refuseFile({ bytes: 9, head: pdf })).toEqual({ reason: 'not-a-picture', kind: 'pdf' })
})

it.each([
  [500, 100, null],
  [100, 500, null],
  [499, 499, 'too-small'],
  [2000, 99, 'too-small'],
  [8000, 8000, null],
  [8001, 8000, 'too-many-pixels'],
])('refuseSides %i x %i', (width, height, reason) =>
  expect(refuseSides({ width, height })?.reason ?? null).toBe(reason),
)

describe('a refusal', () => {
  it.each(['en', 'de'])('has a text and a status for each reason: %s', (locale) => {
    const texts = textsFor(locale, 'UTC')
    const sentences = refusals.map((refusal) => refusalText(refusal, texts))
    expect(new Set(sentences).size).toBe(refusals.length)
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-ZÄÖÜ][^{}]+\.$/)
    for (const refusal of refusals) expect(statusOf(refusal)).toBeGreaterThanOrEqual(400)
  })

  it('says what is accepted', () => {
    const texts = textsFor('en', 'UTC')
    expect(refusalText({ reason: 'format', kind: 'heic' }, texts)).toMatch(/^HEIC pictures .* iPhone/)
    expect(refusalText({ reason: 'format', kind: 'tiff' }, texts)).toBe(
      'TIFF pictures are not accepted. Save or export it as JPEG, PNG or WebP.',
    )
    expect(refusalText({ reason: 'too-small', width: 400, height: 300 }, texts)).toBe(
      'It has 400 × 300 pixels. At least 500 are needed on the longer and 100 on the shorter side.',
    )
  })

  it('can be retried only if the file is not at fault', () => {
    expect(refusals.filter(mayTryAgain).map(({ reason }) => reason)).toEqual([
      'busy',
      'not-kept',
      'no-answer',
      'signed-out',
    ])
  })
})

it('a proxy’s size limit is not reported as a lost connection: retrying would not help', () => {
  const refusalOf = (status: number, responseText = '<h1>nginx</h1>') => readAnswer({ status, responseText })
  expect(refusalOf(413)).toEqual({ ok: false, refusal: { reason: 'not-let-through' } })
  expect(refusalOf(502)).toEqual({ ok: false, refusal: { reason: 'no-answer' } })
  const own = { ok: false, refusal: { reason: 'too-large' } }
  expect(refusalOf(413, JSON.stringify(own))).toEqual(own)
})
