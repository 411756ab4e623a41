import { paths, serverPaths } from '#web/paths.ts'

/** A picture of a seller, as forms and pages know it. The same file of a seller always has the same hash. */
export interface Picture {
  /**
   * Names the picture in storage and in its address: 32 hexadecimal digits that nobody can guess. One that is not for everybody
   * has a p before them.
   */
  hash: string
  /** Of the stored picture, in pixels. */
  width: number
  height: number
  /** What it shows, for whoever cannot see it; empty where the seller says nothing. */
  alt: string
}

/** What a listing says of one of its pictures: which, and what it shows. */
export type ChosenPicture = Pick<Picture, 'hash' | 'alt'>

/** Rules for pictures, shared by browser and server. */
export const pictureLimits = {
  /** Of a listing. */
  count: 24,
  /** Of an uploaded file. */
  bytes: 20_000_000,
  /** Of an uploaded picture: what a phone of 50 megapixels makes, and no decompression bomb. */
  pixels: 64_000_000,
  /** The longer side of an uploaded picture, at least. */
  longSide: 500,
  /** The shorter side of an uploaded picture, at least. */
  shortSide: 100,
  /** Characters of a description. */
  alt: 250,
} as const

/** The longer side of what is kept: `large` for the listing, `small` for lists (160 CSS pixels on a sharp screen). */
export const pictureSides = { large: 1600, small: 320 } as const
export type PictureSize = keyof typeof pictureSides

/** Reads a size of an address: the large one for anything else. */
export const readPictureSize = (text: string | null): PictureSize => (text === 'small' ? 'small' : 'large')

/** Where a picture is that may be for everybody or not. */
export const pictureHref = (hash: string, size: PictureSize): string =>
  hash.startsWith('p') ? paths.shownPicture(hash, size) : serverPaths.picture(hash, size)

/** Name of the form's repeated field: each value is a chosen picture, in order. */
export const pictureFieldName = 'picture'

/** Name of the form's field for files: only a browser without script sends any in it. */
export const pictureFilesName = 'pictureFiles'

/** Name of the form's field for what a picture shows; with script the picture's own field says it too. */
export function pictureAltName(hash: string): string {
  return `pictureAlt.${hash}`
}

/** A chosen picture as one line of a form: the hash and what the picture shows. */
export function pictureValue({ hash, alt }: ChosenPicture): string {
  return alt === '' ? hash : `${hash} ${alt}`
}

/**
 * Reads the chosen pictures of a form, in order: the values of its field. What is no picture, or comes twice, is left out;
 * how many a listing may have is checked where they are saved. A form has pictures for everybody, or such that are not.
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

/** A description as it is kept: one line, and not longer than it may be. */
export function readAlt(text: string): string {
  return [...text.replaceAll(/\s+/g, ' ').trim()].slice(0, pictureLimits.alt).join('').trim()
}
