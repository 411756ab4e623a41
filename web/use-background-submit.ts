import { useCallback } from 'react'
import { textsIn } from '#lib/form-fields.ts'
import { useShui } from '#shui/context.tsx'

/**
 * Submits a form without navigating; returns the response, JSON if the URL has any, or null on failure. Not a fetcher,
 * which conflicts with navigations whose route is still being discovered (decision 86). Call `revalidate` to reload
 * changed data.
 */
export function useBackgroundSubmit() {
  const { token, fetch } = useShui()
  return useCallback(
    async (action: string, form: Iterable<readonly [string, FormDataEntryValue]>): Promise<Response | null> => {
      const body = new URLSearchParams(textsIn(form))
      body.set('srt', token ?? '')
      const headers = { accept: 'application/json' }
      return fetch(action, { method: 'POST', body, headers, redirect: 'manual' }).catch(() => null)
    },
    [token, fetch],
  )
}

/** Parses the answer, including validation errors; null for other responses or a lost connection. */
export async function answerOf<Answer>(response: Response | null): Promise<Answer | null> {
  if (!response || ![200, 422].includes(response.status)) return null
  return (response.json() as Promise<Answer>).catch(() => null)
}
