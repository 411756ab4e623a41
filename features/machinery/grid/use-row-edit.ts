import { useCallback, useRef } from 'react'
import { useRevalidator } from '#web/router/router.ts'
import { useShui } from '#shui/context.tsx'
import type { GridEdit, GridEditOutcome } from '#shui/grid/grid-model.ts'
import { showToast, type ToastModel } from '#shui/toast/toast.ts'
import { useTexts } from '#texts/context.tsx'
import { jsonOf } from '#lib/json-of.ts'

/** The result of an edit. Stale: the row's current version. */
export type RowEditAnswer =
  | { ok: true; version: number; toast: ToastModel }
  | { ok: false; message: string; version?: number }

/** Where edits are sent: all, or those of a column by its id. A row has a version for each target. */
export type EditTargets = string | Readonly<Record<string, string>>

/** The response to this page's last edit of a row, and the resulting version. */
interface OwnChange {
  answered: Promise<unknown>
  version: number
}

/**
 * Sends row edits to `to` and reloads the list after a change. Edits of one row are serialised, so that tabbing on
 * does not conflict with one's own change. Versions of a row only grow.
 */
export function useRowEdit(to: EditTargets) {
  const { token } = useShui()
  const { t } = useTexts()
  const { revalidate } = useRevalidator()
  const own = useRef(new Map<string, OwnChange>())
  return useCallback(
    ({ row, column, version, value }: GridEdit): Promise<GridEditOutcome> => {
      const path = typeof to === 'string' ? to : (to[column] ?? '')
      const key = `${path} ${row}`
      const change: OwnChange = own.current.get(key) ?? { answered: Promise.resolve(), version: 0 }
      const send = async (): Promise<GridEditOutcome> => {
        const from = String(Math.max(version, change.version))
        const body = new URLSearchParams({ srt: token ?? '', item: row, column, version: from, value })
        try {
          const response = await fetch(path, { method: 'POST', body, keepalive: true })
          if (![200, 409, 422].includes(response.status)) return { ok: false, message: t('listings.edit.failed') }
          const answer = await jsonOf<RowEditAnswer>(response)
          if (answer.ok) {
            change.version = answer.version
            showToast(answer.toast)
          }
          if (answer.ok || answer.version !== undefined) await revalidate()
          return answer
        } catch {
          return { ok: false, message: t('listings.edit.failed') }
        }
      }
      const outcome = change.answered.then(send)
      change.answered = outcome
      own.current.set(key, change)
      return outcome
    },
    [to, token, t, revalidate],
  )
}
