import { useCallback } from 'react'
import { textsIn } from '#lib/form-fields.ts'
import { useShui } from '#shui/context.tsx'

/**
 * Sends a form while its reader goes on, and goes nowhere with the answer, which is JSON where the address has any; null where
 * none came. By a fetcher of the router it would not do: where the reader clicks a link meanwhile whose route is still asked
 * for, the page that comes is not the one of its address (decision 68). What has changed is read anew by `revalidate`, or
 * comes as any other change.
 */
export function useSendAside() {
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

/** What the answer says, also where it refuses what was typed; null for any other, and where the connection was lost in the middle of it. */
export async function answerOf<Answer>(response: Response | null): Promise<Answer | null> {
  if (!response || ![200, 422].includes(response.status)) return null
  return (response.json() as Promise<Answer>).catch(() => null)
}
