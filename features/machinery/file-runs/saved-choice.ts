import { useState, type ChangeEvent } from 'react'

/** State of a select that follows the saved value and keeps the focus. */
export function useSavedChoice(saved: string) {
  const [state, setState] = useState({ saved, value: saved })
  if (state.saved !== saved) setState({ saved, value: saved })
  const onChange = ({ target }: ChangeEvent<HTMLSelectElement>) => setState({ saved, value: target.value })
  return { value: state.saved === saved ? state.value : saved, onChange }
}
