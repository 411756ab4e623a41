import { useShui } from '#shui/context.tsx'

/** Hidden field with the anti-forgery token; required in every form that changes something. */
export function SrtField() {
  return <input type="hidden" name="srt" value={useShui().token ?? ''} />
}
