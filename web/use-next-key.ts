import { useState } from 'react'

/**
 * The key of what a form sends next: the first that was offered, however often its page is read anew meanwhile, until what
 * has it `isDone`. A form that is drawn by it keeps what is typed until that was sent, and is empty then.
 */
export function useNextKey(offered: string, isDone: (key: string) => boolean): string {
  const [key, setKey] = useState(offered)
  const isNext = key !== offered && isDone(key)
  if (isNext) setKey(offered)
  return isNext ? offered : key
}
