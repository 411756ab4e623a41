import { pictureLimits, type ChosenPicture } from './picture.ts'
import type { PictureRefusal } from './picture-refusal.ts'

export type PictureItem =
  | ({ id: string; state: 'kept' } & ChosenPicture)
  /** Can be restored until another is removed. */
  | ({ id: string; state: 'removed' } & ChosenPicture)
  /** `progress`: share uploaded; at 1 the hub processes it. */
  | { id: string; state: 'waiting' | 'sending'; file: File; progress: number }
  | { id: string; state: 'refused'; file: File; refusal: PictureRefusal }

/** Events on the form's pictures. `to` is an index among kept pictures. */
export type PictureEvent =
  | { type: 'add'; files: readonly { id: string; file: File; refusal: PictureRefusal | null }[] }
  | { type: 'sent'; id: string; progress: number }
  | { type: 'taken'; id: string; hash: string }
  | { type: 'refused'; id: string; refusal: PictureRefusal }
  | { type: 'again' | 'drop' | 'remove' | 'restore'; id: string }
  | { type: 'move'; id: string; to: number }
  | { type: 'describe'; id: string; alt: string }

export function pictureItems(chosen: readonly ChosenPicture[]): readonly PictureItem[] {
  return chosen.map((picture) => ({ id: picture.hash, state: 'kept', ...picture }))
}

/** Action of a button beside a picture, identified by hash. */
type PictureStep = { type: 'remove'; id: string } | { type: 'move'; id: string; to: number }

export function pictureIntent(step: PictureStep): string {
  return `picture:${step.type}:${step.id}${step.type === 'move' ? `:${step.to}` : ''}`
}

/** Applies a button's step to the pictures; unchanged if the value is not a step. */
export function afterPictureIntent(chosen: readonly ChosenPicture[], intent: string): ChosenPicture[] {
  const [, type, id = '', to = ''] = intent.split(':')
  const items = pictureItems(chosen)
  const step: PictureStep | null =
    type === 'remove' ? { type, id } : type === 'move' && /^\d{1,2}$/.test(to) ? { type, id, to: Number(to) } : null
  return keptOf(step ? nextPictures(items, step) : items).map(({ hash, alt }) => ({ hash, alt }))
}

/** Pictures the form submits, in order. */
export function keptOf(items: readonly PictureItem[]) {
  return items.filter((item) => item.state === 'kept')
}

/** Applies an event; events about removed items change nothing. */
export function nextPictures(items: readonly PictureItem[], event: PictureEvent): readonly PictureItem[] {
  switch (event.type) {
    case 'add':
      return [...items, ...added(items, event.files)]
    case 'sent':
      return change(items, event.id, (item) =>
        'progress' in item ? { ...item, state: 'sending', progress: event.progress } : item,
      )
    case 'taken':
      return taken(items, event)
    case 'refused':
      return change(items, event.id, (item) =>
        'file' in item ? { id: item.id, state: 'refused', file: item.file, refusal: event.refusal } : item,
      )
    case 'again':
      if (places(items) >= pictureLimits.count) return items
      return change(items, event.id, (item) =>
        'file' in item ? { id: item.id, state: 'waiting', file: item.file, progress: 0 } : item,
      )
    case 'drop':
      return items.filter(({ id }) => id !== event.id)
    case 'remove':
      return change(
        items.filter(({ state }) => state !== 'removed'),
        event.id,
        (item) => (item.state === 'kept' ? { ...item, state: 'removed' } : item),
      )
    case 'restore':
      return restored(items, event.id)
    case 'move':
      return moved(items, event)
    case 'describe':
      return change(items, event.id, (item) => (item.state === 'kept' ? { ...item, alt: event.alt } : item))
  }
}

function change(items: readonly PictureItem[], id: string, to: (item: PictureItem) => PictureItem) {
  return items.map((item) => (item.id === id ? to(item) : item))
}

/** Number of pictures including uploads in progress. */
function places(items: readonly PictureItem[]): number {
  return items.filter(({ state }) => state !== 'removed' && state !== 'refused').length
}

function added(
  items: readonly PictureItem[],
  files: readonly { id: string; file: File; refusal: PictureRefusal | null }[],
): PictureItem[] {
  let free = pictureLimits.count - places(items)
  return files.map(({ id, file, refusal }): PictureItem => {
    if (refusal) return { id, state: 'refused', file, refusal }
    if (free <= 0) return { id, state: 'refused', file, refusal: { reason: 'too-many' } }
    free -= 1
    return { id, state: 'waiting', file, progress: 0 }
  })
}

/** Replaces an upload by its picture, without duplicates. */
function taken(items: readonly PictureItem[], { id, hash }: { id: string; hash: string }): readonly PictureItem[] {
  const isThere = keptOf(items).some((item) => item.hash === hash)
  if (isThere) return items.filter((item) => item.id !== id)
  return change(items, id, (item) => ('progress' in item ? { id, state: 'kept', hash, alt: '' } : item))
}

/** Restores a removed picture unless the list is full or contains it again. */
function restored(items: readonly PictureItem[], id: string): readonly PictureItem[] {
  if (places(items) >= pictureLimits.count) return items
  const hashes = new Set(keptOf(items).map(({ hash }) => hash))
  return items.flatMap((item): PictureItem[] => {
    if (item.id !== id || item.state !== 'removed') return [item]
    return hashes.has(item.hash) ? [] : [{ ...item, state: 'kept' }]
  })
}

/** Moves a kept picture among kept ones; other items keep their places. */
function moved(items: readonly PictureItem[], { id, to }: { id: string; to: number }): readonly PictureItem[] {
  const kept = keptOf(items)
  const from = kept.findIndex((item) => item.id === id)
  const item = kept[from]
  if (!item || to < 0 || to >= kept.length) return items
  const order = kept.toSpliced(from, 1).toSpliced(to, 0, item)
  return items.map((given) => (given.state === 'kept' ? (order.shift() ?? given) : given))
}
