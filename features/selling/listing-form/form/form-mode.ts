/** The form's modes (`mode` in its URL). */
export const formModes = ['AddItem', 'ReviseItem', 'SellSimilarItem', 'RelistItem'] as const
export type FormMode = (typeof formModes)[number]

/** Parses the mode; `AddItem` by default, null if invalid. */
export function readMode(text: string | null): FormMode | null {
  if (text === null || text === '') return 'AddItem'
  return formModes.find((mode) => mode.toLowerCase() === text.toLowerCase()) ?? null
}

/** Whether a text is a form key, which identifies a form before it is first saved. */
export function isFormKey(text: string | null): text is string {
  return text !== null && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text)
}
