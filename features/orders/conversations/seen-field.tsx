import { seenField } from './message.ts'

/** Hidden field with the last message on the page: the answer does not cover later ones. */
export function SeenField({ seen }: { seen: string | undefined }) {
  return <input type="hidden" name={seenField} value={seen ?? ''} />
}
