import { useShui } from '#shui/context.tsx'

/** The anti-forgery token of every form that changes something. */
export function SrtField() {
  return <input type="hidden" name="srt" value={useShui().token ?? ''} />
}
