import { useEffect } from 'react'
import { useRevalidator } from '#web/router/router.ts'

const followMs = 2_000

/** Reads the page again while a file on it is checked, applied or written. */
export function useFollow(isOpen: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isOpen) return
    const timer = setInterval(() => void revalidate(), followMs)
    return () => clearInterval(timer)
  }, [isOpen, revalidate])
}
