import { useState } from 'react'

/**
 * Key of the form's next submit: the first offered one, across reloads of the page's data, until `isDone`. Use it as
 * the form's React key, to keep input until it was sent and clear it afterwards.
 */
export function useNextKey(offered: string, isDone: (key: string) => boolean): string {
  const [key, setKey] = useState(offered)
  const isNext = key !== offered && isDone(key)
  if (isNext) setKey(offered)
  return isNext ? offered : key
}
