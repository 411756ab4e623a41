import { NewWindowLabel } from '#shui/text/text.tsx'
import { paths } from '#web/paths.ts'

/** To sign in beside a form that waits. */
export function SignInLink({ words }: { words: string }) {
  return (
    <a href={paths.signIn} target="_blank" rel="noopener noreferrer">
      {words}
      <NewWindowLabel />
    </a>
  )
}
