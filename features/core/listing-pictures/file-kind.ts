/** File type detected from contents; names are ignored. */
export type FileKind =
  | 'jpeg'
  | 'png'
  | 'webp'
  | 'animated-png'
  | 'animated-webp'
  | 'gif'
  | 'heic'
  | 'avif'
  | 'tiff'
  | 'bmp'
  | 'svg'
  | 'pdf'
  | 'archive'
  | 'video'
  | 'program'
  | 'webpage'
  | 'unknown'

/** Bytes to read for detection; large colour profiles can precede the relevant data. */
export const headBytes = 256 * 1024

/** Detects the file type from its first bytes (at most `headBytes`). Never throws. */
export function fileKindOf(head: Uint8Array): FileKind {
  const text = (from: number, length: number) => String.fromCharCode(...head.subarray(from, from + length))
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return isAnimatedPng(head) ? 'animated-png' : 'png'
  if (text(0, 4) === 'RIFF') return riffKind(head, text(8, 4))
  if (text(4, 4) === 'ftyp') return brandKind(head)
  for (const [start, kind] of signatures) if (text(0, start.length) === start) return kind
  return textKind(text(0, 1024))
}

const signatures: readonly [string, FileKind][] = [
  ['GIF8', 'gif'],
  ['II*\0', 'tiff'],
  ['MM\0*', 'tiff'],
  ['BM', 'bmp'],
  ['%PDF', 'pdf'],
  ['PK\x03\x04', 'archive'],
  ['\x1f\x8b', 'archive'],
  ['Rar!', 'archive'],
  ['7z\xbc\xaf', 'archive'],
  ['\x1aE\xdf\xa3', 'video'],
  ['MZ', 'program'],
  ['\x7fELF', 'program'],
  ['#!', 'program'],
]

/** Animated PNGs have an `acTL` chunk before the first image data. */
function isAnimatedPng(head: Uint8Array): boolean {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  for (let at = 8; at + 8 <= head.length;) {
    const name = String.fromCharCode(...head.subarray(at + 4, at + 8))
    if (name === 'acTL') return true
    if (name === 'IDAT') return false
    at += 12 + view.getUint32(at)
  }
  return false
}

function riffKind(head: Uint8Array, form: string): FileKind {
  if (form === 'AVI ') return 'video'
  if (form !== 'WEBP') return 'unknown'
  const isExtended = String.fromCharCode(...head.subarray(12, 16)) === 'VP8X'
  return isExtended && ((head[20] ?? 0) & 0x02) !== 0 ? 'animated-webp' : 'webp'
}

/** ISO media files list their brands, the major one first. */
function brandKind(head: Uint8Array): FileKind {
  const brands = String.fromCharCode(...head.subarray(8, 40))
  if (/avi[fs]/.test(brands)) return 'avif'
  if (/hei[cxms]|hev[cx]|mif1|msf1/.test(brands)) return 'heic'
  return 'video'
}

function textKind(start: string): FileKind {
  const text = start.toLowerCase()
  if (text.includes('<svg')) return 'svg'
  return /<(!doctype html|html|head|body|script)\b/.test(text) ? 'webpage' : 'unknown'
}
