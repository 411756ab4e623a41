import { seenField } from './message.ts'

/** Says up to which message the reader had the conversation on the page: what comes while the form is open is not answered by it. */
export function SeenField({ seen }: { seen: string | undefined }) {
  return <input type="hidden" name={seenField} value={seen ?? ''} />
}
