/** What the form is opened for (`mode` of its address). */
export const formModes = ['AddItem', 'ReviseItem', 'SellSimilarItem', 'RelistItem'] as const
/** What the form is opened for: to add a listing, revise one, or make one of another. */
export type FormMode = (typeof formModes)[number]

/** Reads the mode of an address; `AddItem` where there is none. Null for what is no mode. */
export function readMode(text: string | null): FormMode | null {
  if (text === null || text === '') return 'AddItem'
  return formModes.find((mode) => mode.toLowerCase() === text.toLowerCase()) ?? null
}

/** A form's key: names it from its first letter on. */
export function isFormKey(text: string | null): text is string {
  return text !== null && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text)
}
