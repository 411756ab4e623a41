import { useCallback } from 'react'
import { useRevalidator } from 'react-router'
import { paths } from '#web/paths.ts'
import { useShui } from '#shui/context.tsx'
import type { GridEdit, GridEditOutcome } from '#shui/grid/grid-model.ts'
import { useTexts } from '#texts/context.tsx'
import type { EditAnswer } from './listing-edit.ts'

/** Sends what was typed into a row, and shows the list anew where something changed. */
export function useRowEdit() {
  const { token } = useShui()
  const { t } = useTexts()
  const { revalidate } = useRevalidator()
  return useCallback(
    async ({ row, column, version, value }: GridEdit): Promise<GridEditOutcome> => {
      const body = new URLSearchParams({ srt: token ?? '', item: row, column, version: String(version), value })
      try {
        const response = await fetch(paths.listingEdit, { method: 'POST', body })
        if (![200, 409, 422].includes(response.status)) return { ok: false, message: t('listings.edit.failed') }
        const answer = (await response.json()) as EditAnswer
        if (answer.ok || answer.version !== undefined) await revalidate()
        return answer
      } catch {
        return { ok: false, message: t('listings.edit.failed') }
      }
    },
    [token, t, revalidate],
  )
}
