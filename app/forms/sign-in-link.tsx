import { NewWindowLabel } from '#shui/text/text.tsx'
import { paths } from '#web/paths.ts'

export function SignInLink({ words }: { words: string }) {
  return (
    <a href={paths.signIn} target="_blank" rel="noopener noreferrer">
      {words}
      <NewWindowLabel />
    </a>
  )
}
