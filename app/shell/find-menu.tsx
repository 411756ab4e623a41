import { useCallback } from 'react'
import type { loader } from '#features/find/find-page.tsx'
import type { FindFieldMenuProps } from '#shui/find/find-field.tsx'
import { FindMenu } from '#shui/find/find-menu.tsx'
import { useTexts } from '#texts/context.tsx'
import { paths } from '#web/paths.ts'
import { useReading } from '#web/use-reading.ts'

/** The menu of "Find or go to", answered by its page. Loaded when it is first opened. */
export function Menu({ readTyped, isEntered, onClose }: FindFieldMenuProps) {
  const { t } = useTexts()
  const { load, data } = useReading<typeof loader>()
  const ask = useCallback((q: string) => void load(paths.find(q)), [load])
  const words = {
    label: t('find.title'),
    what: t('find.what'),
    none: t('find.none'),
    choose: t('find.choose'),
    open: t('find.open'),
    hint: t('find.hint'),
  }
  return <FindMenu words={words} found={data ?? null} {...{ readTyped, isEntered }} onAsk={ask} onClose={onClose} />
}
