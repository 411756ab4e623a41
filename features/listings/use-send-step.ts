import { useCallback } from 'react'
import { useShui } from '#shui/context.tsx'

/** Posts a form that takes a step with listings, and reads the answer; null where none came. */
export function useSendStep() {
  const { fetch, token } = useShui()
  return useCallback(
    async <Answer>(url: string, form: FormData): Promise<Answer | null> => {
      const fields = [...form].flatMap(([name, value]) =>
        typeof value === 'string' && name !== 'srt' ? [[name, value]] : [],
      )
      const body = new URLSearchParams([['srt', token ?? ''], ...fields])
      try {
        const response = await fetch(url, { method: 'POST', body, headers: { accept: 'application/json' } })
        return response.ok || response.status === 422 ? ((await response.json()) as Answer) : null
      } catch {
        return null
      }
    },
    [fetch, token],
  )
}
