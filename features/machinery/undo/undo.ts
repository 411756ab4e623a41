import { day } from '#lib/duration.ts'
import type { ToastModel } from '#shui/toast/toast.ts'
import type { Texts } from '#texts/texts.ts'
import { paths, withQuery } from '#web/paths.ts'

/** Milliseconds for which a step can be undone; longer than its toast is shown. */
export const undoLifetimeMs = day

/** Steps that can be undone; keys of their texts (`undo.done.…`). */
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
  | 'shipRule'
  | 'policy'
  | 'package'
  | 'ship'
  | 'shipMany'
  | 'shipTogether'
  | 'handOver'
  | 'tag'
  | 'untag'
  | 'offerAccept'
  | 'offerDecline'
  | 'offerCounter'
  | 'offerSend'

/** Handlers of undo data; `app/undo-resource.ts` has one for each. */
export type UndoKind =
  | 'listings'
  | 'copies'
  | 'drafts'
  | 'parcels'
  | 'handOver'
  | 'tags'
  | 'view'
  | 'template'
  | 'shipRule'
  | 'policy'
  | 'package'
  | 'offers'

export type UndoTextValues = Readonly<Record<string, string | number>>

/** Result of an undo: number undone, and number left because they changed since. */
export interface TakenBack {
  back: number
  left: number
  /** Link to the restored item if it is not in the list shown. */
  href?: string
}

/** Toast for a completed step with an Undo button; no button without ids. */
export function undoToast(
  { ids, step, said, note }: { ids: readonly string[]; step: UndoStep; said: UndoTextValues; note?: string | null },
  { t }: Texts,
): ToastModel {
  return {
    text: t(`undo.done.${step}`, said),
    ...(note ? { note } : {}),
    ...(ids.length > 0
      ? { act: { label: t('word.undo'), url: paths.undo, fields: ids.map((id) => ['id', id] as const) } }
      : {}),
  }
}

export function takenBackToast({ back, left, href }: TakenBack, { t }: Texts): ToastModel {
  if (back === 0) return { text: t('undo.tooLate'), tone: 'bad' }
  return {
    text: t('undo.back', { n: back }),
    ...(left > 0 ? { note: t('undo.left', { n: left }) } : {}),
    ...(href ? { link: { label: t('undo.open'), href } } : {}),
  }
}

/** URL of a page that reports the step just taken and offers Undo, also without script. */
export function withUndo(href: string, id: string | null): string {
  const { pathname, search } = new URL(href, 'http://hub')
  return withQuery(pathname, { ...Object.fromEntries(new URLSearchParams(search)), undo: id })
}
