import { fileKindOf, type FileKind } from './file-kind.ts'
import type { PictureRefusal } from './picture-refusal.ts'
import { pictureLimits } from './picture.ts'

/** Checks size and file type, in browser and server; null if valid. */
export function refuseFile({ bytes, head }: { bytes: number; head: Uint8Array }): PictureRefusal | null {
  if (bytes === 0) return { reason: 'empty' }
  if (bytes > pictureLimits.bytes) return { reason: 'too-large' }
  return refuseKind(fileKindOf(head))
}

function refuseKind(kind: FileKind): PictureRefusal | null {
  switch (kind) {
    case 'jpeg':
    case 'png':
    case 'webp':
      return null
    case 'animated-png':
    case 'animated-webp':
      return { reason: 'animated' }
    case 'gif':
      return { reason: 'gif' }
    case 'heic':
    case 'avif':
    case 'tiff':
    case 'bmp':
    case 'svg':
      return { reason: 'format', kind }
    case 'pdf':
    case 'archive':
    case 'video':
    case 'program':
    case 'webpage':
    case 'unknown':
      return { reason: 'not-a-picture', kind }
  }
}
