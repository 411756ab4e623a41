import { day } from '#lib/duration.ts'
import type { ToastModel } from '#shui/toast/toast.ts'
import type { Texts } from '#texts/texts.ts'
import { paths, withQuery } from '#web/paths.ts'

/** Milliseconds for which a step can be taken back: longer than its toast stays, for whoever has no script or no haste. */
export const undoLasts = day

/** What can be taken back, by the key of its words (`undo.done.…`). */
export type UndoStep =
  | 'hold'
  | 'release'
  | 'end'
  | 'publish'
  | 'schedule'
  | 'unschedule'
  | 'relist'
  | 'sellSimilar'
  | 'discard'
  | 'price'
  | 'available'
  | 'offer'
  | 'view'
  | 'template'
  | 'policy'
  | 'ship'
  | 'shipMany'
  | 'shipTogether'
  | 'tag'
  | 'untag'

/** Who reads the inverse of a step; `app/undo-resource.ts` has one for each. */
export type UndoKind = 'listings' | 'copies' | 'drafts' | 'parcels' | 'tags' | 'view' | 'template' | 'policy'

/** What the words of a step need: how many it hit, what it is called. */
export type UndoSaid = Readonly<Record<string, string | number>>

/** What became of a step that was taken back: of how many things, and how many were changed since and stay as they are. */
export interface TakenBack {
  back: number
  left: number
  /** Where to find what is there again, where that is no row of the list that is shown. */
  href?: string
}

/** What was done, with the button that takes it back; without ids there is nothing to press. */
export function undoToast(
  { ids, step, said, note }: { ids: readonly string[]; step: UndoStep; said: UndoSaid; note?: string | null },
  { t }: Texts,
): ToastModel {
  return {
    text: t(`undo.done.${step}`, said),
    ...(note ? { note } : {}),
    ...(ids.length > 0
      ? { act: { label: t('undo.undo'), url: paths.undo, fields: ids.map((id) => ['id', id] as const) } }
      : {}),
  }
}

/** What is said after a step was taken back. */
export function takenBackToast({ back, left, href }: TakenBack, { t }: Texts): ToastModel {
  if (back === 0) return { text: t('undo.tooLate'), tone: 'bad' }
  return {
    text: t('undo.back', { n: back }),
    ...(left > 0 ? { note: t('undo.left', { n: left }) } : {}),
    ...(href ? { link: { label: t('undo.open'), href } } : {}),
  }
}

/** The address of a page that says what was done just now and offers to take it back, also without script. */
export function withUndo(href: string, id: string | null): string {
  const { pathname, search } = new URL(href, 'http://hub')
  return withQuery(pathname, { ...Object.fromEntries(new URLSearchParams(search)), undo: id })
}
