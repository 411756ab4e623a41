import { useId } from 'react'

/** A widget's id: the model's, else React's. Throws `Invalid widget ID for "name"` for an empty `id`. */
export function useWidgetId(name: string, model: object): string {
  const own = useId()
  if (!('id' in model)) return own
  const { id } = model
  if (id === '' || id === null || id === undefined || id === 0 || id === false) {
    throw new Error(`Invalid widget ID for "${name}"`)
  }
  return typeof id === 'string' || typeof id === 'number' ? String(id) : own
}
