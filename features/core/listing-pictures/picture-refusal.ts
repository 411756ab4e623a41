import type { TextKey, Texts } from '#texts/texts.ts'
import { pictureLimits, type Picture } from './picture.ts'

/** A picture's file of another kind than we take; it can be saved as one of ours. */
type OtherPicture = 'heic' | 'avif' | 'tiff' | 'bmp' | 'svg'
/** A file that is no picture at all, whatever its name says. */
type NoPicture = 'pdf' | 'archive' | 'video' | 'program' | 'webpage' | 'unknown'

/** Why a picture was not taken. The first are faults of the file, the last three are not: trying again may help. */
export type PictureRefusal =
  | { reason: 'empty' }
  | { reason: 'animated' }
  | { reason: 'gif' }
  | { reason: 'format'; kind: OtherPicture }
  | { reason: 'not-a-picture'; kind: NoPicture }
  | { reason: 'broken' }
  | { reason: 'too-large' }
  /** For whoever is before the hub, such as a proxy. */
  | { reason: 'not-let-through' }
  | { reason: 'too-many-pixels'; width: number; height: number }
  | { reason: 'too-small'; width: number; height: number }
  | { reason: 'too-many' }
  | { reason: 'busy' }
  | { reason: 'not-kept' }
  | { reason: 'no-answer' }
  | { reason: 'signed-out' }

/** What became of an upload. */
export type AddPictureResult = { ok: true; picture: Omit<Picture, 'alt'> } | { ok: false; refusal: PictureRefusal }

/** Whether the same file may well be taken another time. */
export function mayTryAgain({ reason }: PictureRefusal): boolean {
  return reason === 'busy' || reason === 'not-kept' || reason === 'no-answer' || reason === 'signed-out'
}

/** What is wrong with a picture by its sides in pixels; null where nothing is. */
export function refuseSides({ width, height }: { width: number; height: number }): PictureRefusal | null {
  if (width * height > pictureLimits.pixels) return { reason: 'too-many-pixels', width, height }
  const isSmall = Math.max(width, height) < pictureLimits.longSide || Math.min(width, height) < pictureLimits.shortSide
  return isSmall ? { reason: 'too-small', width, height } : null
}

/** The HTTP status of a refusal. */
export function statusOf({ reason }: PictureRefusal): number {
  switch (reason) {
    case 'too-large':
    case 'not-let-through':
    case 'too-many-pixels':
      return 413
    case 'gif':
    case 'animated':
    case 'format':
    case 'not-a-picture':
      return 415
    case 'busy':
    case 'not-kept':
    case 'no-answer':
      return 503
    case 'signed-out':
      return 401
    case 'empty':
    case 'broken':
    case 'too-small':
    case 'too-many':
      return 422
  }
}

/** The refusal for the reader: what is wrong and what would be right. */
export function refusalText(refusal: PictureRefusal, { t, number }: Texts): string {
  const key: TextKey = `pictures.refused.${refusal.reason}`
  switch (refusal.reason) {
    case 'format':
      return t(key, { kind: refusal.kind.toUpperCase() })
    case 'not-a-picture':
      return t(key, { kind: refusal.kind })
    case 'too-large':
      return t(key, { megabytes: number(pictureLimits.bytes / 1e6) })
    case 'too-many-pixels':
      return t(key, { ...sides(refusal, number), megapixels: number(pictureLimits.pixels / 1e6) })
    case 'too-small':
      return t(key, {
        ...sides(refusal, number),
        long: number(pictureLimits.longSide),
        short: number(pictureLimits.shortSide),
      })
    case 'too-many':
      return t(key, { count: pictureLimits.count })
    default:
      return t(key)
  }
}

function sides({ width, height }: { width: number; height: number }, number: (value: number) => string) {
  return { width: number(width), height: number(height) }
}
