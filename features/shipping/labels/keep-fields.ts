/**
 * Keeps the fields of a form in this tab, under a name, while they are changed. `begins`: what was kept is entered
 * again; otherwise the fields have what the server answered. Returns what ends it.
 */
export function keepFields(form: HTMLFormElement, name: string, { begins }: { begins: boolean }): () => void {
  const fields = () => [...form.elements].flatMap((field) => keptField(field) ?? [])
  if (begins) {
    const kept = readKept(name)
    for (const field of fields()) {
      const value = kept.get(field.key)
      if (value === undefined || value === field.value) continue
      field.enter(value)
      field.element.closest('details')?.setAttribute('open', '')
    }
  }
  const keep = () => {
    const typed = JSON.stringify(fields().map(({ key, value }) => [key, value]))
    attempt(() => sessionStorage.setItem(name, typed))
  }
  form.addEventListener('input', keep)
  return () => form.removeEventListener('input', keep)
}

function keptField(
  field: Element,
): { element: Element; key: string; value: string; enter: (value: string) => void } | null {
  if (field instanceof HTMLInputElement && field.type === 'checkbox')
    return {
      element: field,
      key: `${field.name} ${field.value}`,
      value: field.checked ? 'on' : '',
      enter: (value) => (field.checked = value === 'on'),
    }
  const isSelect = field instanceof HTMLSelectElement
  if (!isSelect && !(field instanceof HTMLInputElement && field.type === 'text')) return null
  const takes = (value: string) => !isSelect || [...field.options].some((option) => option.value === value)
  return {
    element: field,
    key: field.name,
    value: field.value,
    enter: (value) => takes(value) && (field.value = value),
  }
}

export const forgetFields = (name: string): void => void attempt(() => sessionStorage.removeItem(name))

function readKept(name: string): Map<string, string> {
  const read: unknown = JSON.parse(attempt(() => sessionStorage.getItem(name)) ?? '[]')
  const entries: unknown[] = Array.isArray(read) ? read : []
  return new Map(
    entries.flatMap((entry): [string, string][] => {
      if (!Array.isArray(entry)) return []
      const [field, text]: unknown[] = entry
      return typeof field === 'string' && typeof text === 'string' ? [[field, text]] : []
    }),
  )
}

/** Storage may be full or blocked; then even reading the property throws. */
function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}
