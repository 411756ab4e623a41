import { useId } from 'react'

/**
 * The id of a widget: the model's, else React's. A model with the key `id` must have one that is not empty: throws
 * `Invalid widget ID for "name"`.
 */
export function useWidgetId(name: string, model: object): string {
  const own = useId()
  if (!('id' in model)) return own
  const { id } = model
  if (id === '' || id === null || id === undefined || id === 0 || id === false) {
    throw new Error(`Invalid widget ID for "${name}"`)
  }
  return typeof id === 'string' || typeof id === 'number' ? String(id) : own
}
