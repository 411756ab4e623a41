import { paths, serverPaths } from '#web/paths.ts'

/** A seller's picture. The same file of a seller always has the same hash. */
export interface Picture {
  /** Identifies the picture in storage and URLs: 32 unguessable hex digits, prefixed with p if private. */
  hash: string
  /** Dimensions of the stored picture, in pixels. */
  width: number
  height: number
  alt: string
}

/** Whether a hash is that of a document: a private PDF, stored and removed like pictures but never shown as one. */
export const isDocument = (hash: string): boolean => hash.startsWith('doc')

export type ChosenPicture = Pick<Picture, 'hash' | 'alt'>

export const pictureLimits = {
  /** Per listing. */
  count: 24,
  bytes: 20_000_000,
  /** Maximum pixels of an uploaded picture: allows 50-megapixel phones, rejects decompression bombs. */
  pixels: 64_000_000,
  /** Minimum of the longer side. */
  longSide: 500,
  /** Minimum of the shorter side. */
  shortSide: 100,
  /** Characters of alternative text. */
  alt: 250,
} as const

/** Longer side of stored sizes: `large` for the listing, `small` for lists (160 CSS pixels at 2x). */
export const pictureSides = { large: 1600, small: 320 } as const
export type PictureSize = keyof typeof pictureSides

export const readPictureSize = (text: string | null): PictureSize => (text === 'small' ? 'small' : 'large')

export const pictureHref = (hash: string, size: PictureSize): string =>
  hash.startsWith('p') ? paths.shownPicture(hash, size) : serverPaths.picture(hash, size)

/** Repeated form field of the chosen pictures, in order. */
export const pictureFieldName = 'picture'

/** Form field for files, used only without script. */
export const pictureFilesName = 'pictureFiles'

/** Form field for a picture's alternative text; with script, the picture's own field also contains it. */
export function pictureAltName(hash: string): string {
  return `pictureAlt.${hash}`
}

/** Serializes a chosen picture as one line: hash and alternative text. */
export function pictureValue({ hash, alt }: ChosenPicture): string {
  return alt === '' ? hash : `${hash} ${alt}`
}

/**
 * Parses the chosen pictures in order; skips invalid and duplicate values, and either public or private hashes. The
 * limit is checked when saving.
 */
export function readChosenPictures(
  values: readonly string[],
  { isPrivate = false }: { isPrivate?: boolean } = {},
): ChosenPicture[] {
  const seen = new Set<string>()
  const pattern = isPrivate ? /^(p[0-9a-f]{32})(?: (.*))?$/s : /^([0-9a-f]{32})(?: (.*))?$/s
  return values.flatMap((value) => {
    const [, hash, text = ''] = pattern.exec(value.trim()) ?? []
    if (!hash || seen.has(hash)) return []
    seen.add(hash)
    return [{ hash, alt: readAlt(text) }]
  })
}

/** Normalizes alternative text: one line, truncated to the limit. */
export function readAlt(text: string): string {
  return [...text.replaceAll(/\s+/g, ' ').trim()].slice(0, pictureLimits.alt).join('').trim()
}
