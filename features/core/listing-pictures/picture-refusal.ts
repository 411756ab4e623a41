import type { TextKey, Texts } from '#texts/texts.ts'
import { pictureLimits, type Picture } from './picture.ts'

/** An unsupported image format that can be converted. */
type OtherPicture = 'heic' | 'avif' | 'tiff' | 'bmp' | 'svg'
type NoPicture = 'pdf' | 'archive' | 'video' | 'program' | 'webpage' | 'unknown'

/** Why a picture was rejected. The last three reasons are not the file's fault and may pass on retry. */
export type PictureRefusal =
  | { reason: 'empty' }
  | { reason: 'animated' }
  | { reason: 'gif' }
  | { reason: 'format'; kind: OtherPicture }
  | { reason: 'not-a-picture'; kind: NoPicture }
  | { reason: 'broken' }
  | { reason: 'too-large' }
  /** Rejected by a proxy in front of the hub. */
  | { reason: 'not-let-through' }
  | { reason: 'too-many-pixels'; width: number; height: number }
  | { reason: 'too-small'; width: number; height: number }
  | { reason: 'too-many' }
  | { reason: 'busy' }
  | { reason: 'not-kept' }
  | { reason: 'no-answer' }
  | { reason: 'signed-out' }

export type AddPictureResult = { ok: true; picture: Omit<Picture, 'alt'> } | { ok: false; refusal: PictureRefusal }

export function mayTryAgain({ reason }: PictureRefusal): boolean {
  return reason === 'busy' || reason === 'not-kept' || reason === 'no-answer' || reason === 'signed-out'
}

export function refuseSides({ width, height }: { width: number; height: number }): PictureRefusal | null {
  if (width * height > pictureLimits.pixels) return { reason: 'too-many-pixels', width, height }
  const isSmall = Math.max(width, height) < pictureLimits.longSide || Math.min(width, height) < pictureLimits.shortSide
  return isSmall ? { reason: 'too-small', width, height } : null
}

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
