import { useCallback } from 'react'
import { useShui } from '#shui/context.tsx'

/**
 * Sends a form while its reader goes on, and goes nowhere with the answer; true where the hub took it. By a fetcher of the
 * router it would not do: where the reader clicks a link meanwhile whose route is still asked for, the page that comes is not
 * the one of its address (decision 68). What has changed is read anew by `revalidate`, or comes as any other change.
 */
export function useSendAside(): (action: string, fields: Record<string, string>) => Promise<boolean> {
  const { token, fetch } = useShui()
  return useCallback(
    async (action, fields) => {
      const body = new URLSearchParams({ srt: token ?? '', ...fields })
      try {
        const { ok, type } = await fetch(action, { method: 'POST', body, redirect: 'manual' })
        return ok || type === 'opaqueredirect'
      } catch {
        return false
      }
    },
    [token, fetch],
  )
}
