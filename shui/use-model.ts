import { useMemo } from 'react'
import { useShui } from './context.tsx'
import type { Is } from './model-shape.ts'

/** The model if it is valid; otherwise null, and it is reported as `Invalid model for {name}`. */
export function useModel<T>(name: string, is: Is, model: T): T | null {
  const { logError } = useShui()
  return useMemo(() => {
    if (is(model)) return model
    logError(`Invalid model for ${name}`)
    return null
  }, [name, is, model, logError])
}

const none: readonly never[] = []

/** The valid models of a list, with its identity if all are; the others are reported. */
export function useModels<T>(name: string, is: Is, models: readonly T[]): readonly T[] {
  const { logError } = useShui()
  return useMemo(() => {
    const list: unknown = models
    const valid = Array.isArray(list) ? models.filter((each) => is(each)) : none
    if (Array.isArray(list) && valid.length === list.length) return models
    logError(`Invalid model for ${name}`)
    return valid
  }, [name, is, models, logError])
}
