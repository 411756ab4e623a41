import { useState, type ChangeEvent } from 'react'

/** A select that is drawn anew with what was saved, and keeps the focus: `value` and `onChange` for it. */
export function useSavedChoice(saved: string) {
  const [state, setState] = useState({ saved, value: saved })
  if (state.saved !== saved) setState({ saved, value: saved })
  const onChange = ({ target }: ChangeEvent<HTMLSelectElement>) => setState({ saved, value: target.value })
  return { value: state.saved === saved ? state.value : saved, onChange }
}
