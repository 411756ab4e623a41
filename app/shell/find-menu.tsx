import { useCallback } from 'react'
import type { FindFieldMenuProps } from '#shui/find/find-field.tsx'
import { FindMenu } from '#shui/find/find-menu.tsx'
import type { FindModel } from '#shui/find/find-model.ts'
import { useTexts } from '#texts/context.tsx'
import { paths } from '#web/paths.ts'
import { useReading } from '#web/use-reading.ts'

/** The menu of "Find or go to", loaded when first opened. */
export function Menu({ readTyped, isEntered, onClose }: FindFieldMenuProps) {
  const { t } = useTexts()
  const { load, data, isReading, isLost } = useReading<FindModel>('../features/settings/find/find-page')
  const ask = useCallback((q: string) => void load(paths.find(q)), [load])
  const words = {
    label: t('find.title'),
    what: t('find.what'),
    none: t('find.none'),
    choose: t('find.choose'),
    open: t('find.open'),
    hint: t('find.hint'),
    lost: t('common.notRead'),
    again: t('common.again'),
  }
  const state = { found: data ?? null, isLost: isLost && !isReading, readTyped, isEntered }
  return <FindMenu words={words} {...state} onAsk={ask} onClose={onClose} />
}
