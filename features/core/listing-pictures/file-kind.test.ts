import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { fileKindOf, type FileKind } from './file-kind.ts'

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part)))

const chunk = (name: string, length: number) => [
  ...bytes([0, 0, length >> 8, length & 255], name),
  ...Array.from({ length: length + 4 }, () => 0),
]
const png = '\x89PNG\r\n\x1a\n'

describe('fileKindOf', () => {
  it.each<[FileKind, Uint8Array]>([
    ['jpeg', bytes('\xff\xd8\xff\xe0')],
    ['png', bytes(png, chunk('IHDR', 13), chunk('IDAT', 5))],
    ['animated-png', bytes(png, chunk('IHDR', 13), chunk('iCCP', 3000), chunk('acTL', 8), chunk('IDAT', 5))],
    ['png', bytes(png, chunk('IHDR', 13), chunk('IDAT', 5), chunk('acTL', 8))],
    ['png', bytes(png)],
    ['webp', bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8 ')],
    ['webp', bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, 0x10])],
    ['animated-webp', bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, 0x12])],
    ['gif', bytes('GIF89a')],
    ['heic', bytes([0, 0, 0, 24], 'ftypheic')],
    ['heic', bytes([0, 0, 0, 24], 'ftypmif1', [0, 0, 0, 0], 'mif1heic')],
    ['avif', bytes([0, 0, 0, 24], 'ftypmif1', [0, 0, 0, 0], 'avifmif1')],
    ['video', bytes([0, 0, 0, 24], 'ftypisom')],
    ['video', bytes('RIFF', [0, 0, 0, 0], 'AVI LIST')],
    ['tiff', bytes('II*\0')],
    ['bmp', bytes('BM', [1, 2])],
    ['svg', bytes('<?xml version="1.0"?>\n<SVG xmlns="">')],
    ['pdf', bytes('%PDF-1.7')],
    ['archive', bytes('PK\x03\x04')],
    ['program', bytes('MZ\x90')],
    ['webpage', bytes('\n<!DOCTYPE html><title>')],
    ['unknown', bytes('just words')],
    ['unknown', bytes()],
  ])('knows %s', (kind, head) => expect(fileKindOf(head)).toBe(kind))

  it('returns a kind for any bytes, also after a known beginning', () => {
    const starts = fc.constantFrom('', png, 'RIFF', 'RIFF0000WEBPVP8X', '\xff\xd8\xff', '0000ftyp', '<svg')
    expectForAll(starts, fc.uint8Array({ maxLength: 300 }), (start, rest) => {
      expect(fileKindOf(bytes(start, [...rest]))).toMatch(/^[a-z-]+$/)
    })
  })
})
