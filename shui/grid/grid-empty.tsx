import Inbox from 'lucide-react/icons/inbox'
import SearchX from 'lucide-react/icons/search-x'
import { ButtonLink } from '../button/button.tsx'
import { Empty } from '../empty/empty.tsx'
import type { GridEmpty } from './grid-model.ts'

export function GridEmptyState({ empty }: { empty: GridEmpty }) {
  return (
    <Empty title={empty.title} hint={empty.hint} icon={empty.kind === 'nothing' ? Inbox : SearchX}>
      {empty.actions.length > 0
        ? empty.actions.map(({ label, href, primary }) => (
            <ButtonLink key={href} href={href} kind={primary ? 'primary' : 'secondary'}>
              {label}
            </ButtonLink>
          ))
        : null}
    </Empty>
  )
}
