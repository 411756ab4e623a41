import { pictureLimits, type ChosenPicture } from './picture.ts'
import type { PictureRefusal } from './picture-refusal.ts'

/** A picture of the form, a file on its way to become one, or what is left of either. */
export type PictureItem =
  | ({ id: string; state: 'kept' } & ChosenPicture)
  /** Can be brought back, until another one is removed. */
  | ({ id: string; state: 'removed' } & ChosenPicture)
  /** `progress`: the share that has been sent; at 1 the hub prepares it. */
  | { id: string; state: 'waiting' | 'sending'; file: File; progress: number }
  | { id: string; state: 'refused'; file: File; refusal: PictureRefusal }

/** What can happen to the pictures of a form. `to` counts the kept pictures from 0. */
export type PictureEvent =
  | { type: 'add'; files: readonly { id: string; file: File; refusal: PictureRefusal | null }[] }
  | { type: 'sent'; id: string; progress: number }
  | { type: 'taken'; id: string; hash: string }
  | { type: 'refused'; id: string; refusal: PictureRefusal }
  | { type: 'again' | 'drop' | 'remove' | 'restore'; id: string }
  | { type: 'move'; id: string; to: number }
  | { type: 'describe'; id: string; alt: string }

/** What a form starts with. */
export function pictureItems(chosen: readonly ChosenPicture[]): readonly PictureItem[] {
  return chosen.map((picture) => ({ id: picture.hash, state: 'kept', ...picture }))
}

/** What a button beside a picture does; the picture by its hash. */
type PictureStep = { type: 'remove'; id: string } | { type: 'move'; id: string; to: number }

/** The step as the value of a button, for browsers without script. */
export function pictureIntent(step: PictureStep): string {
  return `picture:${step.type}:${step.id}${step.type === 'move' ? `:${step.to}` : ''}`
}

/** The chosen pictures after the step of a button; the same where it is none. */
export function afterPictureIntent(chosen: readonly ChosenPicture[], intent: string): ChosenPicture[] {
  const [, type, id = '', to = ''] = intent.split(':')
  const items = pictureItems(chosen)
  const step: PictureStep | null =
    type === 'remove' ? { type, id } : type === 'move' && /^\d{1,2}$/.test(to) ? { type, id, to: Number(to) } : null
  return keptOf(step ? nextPictures(items, step) : items).map(({ hash, alt }) => ({ hash, alt }))
}

/** The pictures that the form sends, in order. */
export function keptOf(items: readonly PictureItem[]) {
  return items.filter((item) => item.state === 'kept')
}

/** The pictures after an event. An event about an item that is gone changes nothing. */
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

/** How many pictures there are or will be: what is on its way takes a place. */
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

/** A picture that the form has already is not taken twice. */
function taken(items: readonly PictureItem[], { id, hash }: { id: string; hash: string }): readonly PictureItem[] {
  const isThere = keptOf(items).some((item) => item.hash === hash)
  if (isThere) return items.filter((item) => item.id !== id)
  return change(items, id, (item) => ('progress' in item ? { id, state: 'kept', hash, alt: '' } : item))
}

/** Comes back to its place, unless that was taken meanwhile or the picture was added anew. */
function restored(items: readonly PictureItem[], id: string): readonly PictureItem[] {
  if (places(items) >= pictureLimits.count) return items
  const hashes = new Set(keptOf(items).map(({ hash }) => hash))
  return items.flatMap((item): PictureItem[] => {
    if (item.id !== id || item.state !== 'removed') return [item]
    return hashes.has(item.hash) ? [] : [{ ...item, state: 'kept' }]
  })
}

/** The kept pictures change places among themselves; what stands between them stays. */
function moved(items: readonly PictureItem[], { id, to }: { id: string; to: number }): readonly PictureItem[] {
  const kept = keptOf(items)
  const from = kept.findIndex((item) => item.id === id)
  const item = kept[from]
  if (!item || to < 0 || to >= kept.length) return items
  const order = kept.toSpliced(from, 1).toSpliced(to, 0, item)
  return items.map((given) => (given.state === 'kept' ? (order.shift() ?? given) : given))
}
